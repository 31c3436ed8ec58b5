package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.router.body.RoutedRequest;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.Pairing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * LoRA adapters: names that clients send in place of a model's. Those of configuration are known from the start; others
 * are known from when a worker lists them. A request for one goes to the workers that list it, or, where a worker does
 * not say what it serves, to those of the model that configuration names it at.
 */
public final class Adapters {

    /** SGLang takes an adapter behind its model's name too. */
    private static final char BETWEEN = ':';

    private final Map<String, String> configured = new HashMap<>();
    private final Map<String, List<String>> byModel = new HashMap<>();

    /** Those that are configured. */
    public Adapters(List<ModelSettings> models) {
        for (ModelSettings model : models) {
            byModel.put(model.name(), model.adapters());
            model.adapters().forEach(adapter -> configured.put(adapter, model.name()));
        }
    }

    /** The request itself, or, where what it names is an adapter, the request for that adapter's model. */
    public RoutedRequest resolve(RoutedRequest request, FleetView fleet) {
        String name = request.model();
        if (byModel.containsKey(name)) {
            return request;
        }
        String base = base(name, fleet);
        if (base != null) {
            return request.with(base, name);
        }
        int colon = name.lastIndexOf(BETWEEN);
        String adapter = name.substring(colon + 1);
        return colon > 0 && name.substring(0, colon).equals(base(adapter, fleet))
                ? request.with(name.substring(0, colon), adapter)
                : request;
    }

    private @Nullable String base(String adapter, FleetView fleet) {
        String named = configured.get(adapter);
        if (named != null) {
            return named;
        }
        for (Worker worker : fleet.workers()) {
            String parent = worker.adapters().parent(adapter);
            if (parent != null) {
                List<String> models = worker.settings().models();
                // Engines may call the model by its path.
                String base = models.contains(parent) || models.size() != 1 ? parent : models.get(0);
                return byModel.containsKey(base) ? base : null;
            }
        }
        return null;
    }

    /** Who can serve a request, together or alone. */
    public List<Pairing> pairings(RoutedRequest request, FleetView fleet) {
        String adapter = request.adapter();
        if (adapter == null) {
            return fleet.pairings(request.model(), request.endpoint());
        }
        boolean otherwise = request.model().equals(configured.get(adapter));
        return fleet.pairings(
                request.model(), request.endpoint(), worker -> worker.adapters().serves(adapter, otherwise));
    }

    /** The adapters of a model that some worker serves now, as far as is known. */
    public List<String> of(String model, FleetView fleet) {
        TreeSet<String> names = new TreeSet<>();
        for (Worker worker : fleet.workers()) {
            if (worker.settings().models().contains(model)) {
                for (String adapter : byModel.getOrDefault(model, List.of())) {
                    if (worker.adapters().serves(adapter, true)) {
                        names.add(adapter);
                    }
                }
                for (String adapter : worker.adapters().names()) {
                    if (model.equals(base(adapter, fleet))) {
                        names.add(adapter);
                    }
                }
            }
        }
        return new ArrayList<>(names);
    }
}

package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.Engine;
import dev.warmpath.config.settings.Protocol;
import dev.warmpath.config.settings.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Pairing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The fleet at one moment, arranged for questions that every request asks. Immutable; a change of the fleet makes a new
 * one.
 */
public final class FleetView {

    static final FleetView EMPTY = new FleetView(List.of());

    private final Map<String, Worker> workers = new LinkedHashMap<>();
    private final Map<Target, Worker.Rank> ranks = new HashMap<>();
    private final Map<String, List<Pairing>> pairings = new HashMap<>();

    FleetView(Collection<Worker> all) {
        Set<String> models = new TreeSet<>();
        for (Worker worker : all) {
            workers.put(worker.id(), worker);
            worker.ranks().forEach(rank -> ranks.put(rank.candidate().target(), rank));
            models.addAll(worker.settings().models());
        }
        models.forEach(model -> pairings.put(model, pair(model)));
    }

    /** In order of registration. */
    public Collection<Worker> workers() {
        return workers.values();
    }

    public @Nullable Worker worker(String id) {
        return workers.get(id);
    }

    /** The rank of a target, or null when its worker has left the fleet. */
    public Worker.@Nullable Rank rank(Target target) {
        return ranks.get(target);
    }

    /** Which targets can serve a model together; empty when no worker serves it. */
    public List<Pairing> pairings(String model) {
        return pairings.getOrDefault(model, List.of());
    }

    /** The block sizes, in tokens, that a prompt for this model may be asked for; ascending, without repeats. */
    public int[] blockSizes(String model) {
        Set<Integer> sizes = new TreeSet<>();
        for (Worker worker : workers.values()) {
            if (worker.settings().models().contains(model) && worker.blockSize() > 0) {
                sizes.add(worker.blockSize());
            }
        }
        return sizes.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * The engine that this model's workers run. Where they run different ones, the first registered decides how chats
     * are prepared for hashing; the others' chats may then miss what they hold, never match what they do not.
     */
    public Engine engine(String model) {
        for (Worker worker : workers.values()) {
            if (worker.settings().models().contains(model)) {
                return worker.settings().engine();
            }
        }
        throw new IllegalArgumentException("no worker serves this model");
    }

    /** Whether some pairing of this model has every role that it needs, with a target that may be chosen. */
    public boolean servable(String model) {
        return pairings(model).stream()
                .anyMatch(p -> anyEligible(p.prefill()) && (p.protocol() == Protocol.NONE || anyEligible(p.decode())));
    }

    private static boolean anyEligible(List<Candidate> candidates) {
        return candidates.stream().anyMatch(c -> c.ineligible() == null);
    }

    private record PairKey(String group, Protocol protocol) {}

    private List<Pairing> pair(String model) {
        Map<PairKey, List<Candidate>> prefill = new LinkedHashMap<>();
        Map<PairKey, List<Candidate>> decode = new LinkedHashMap<>();
        for (Worker worker : workers.values()) {
            if (!worker.settings().models().contains(model)) {
                continue;
            }
            PairKey key =
                    new PairKey(worker.settings().group(), worker.settings().protocol());
            // A pairing exists as soon as one side does, so that choosing can say which side is missing.
            List<Candidate> prefillSide = prefill.computeIfAbsent(key, k -> new ArrayList<>());
            List<Candidate> decodeSide = decode.computeIfAbsent(key, k -> new ArrayList<>());
            List<Candidate> side = worker.settings().role() == Role.DECODE ? decodeSide : prefillSide;
            worker.ranks().forEach(rank -> side.add(rank.candidate()));
        }
        List<Pairing> made = new ArrayList<>();
        prefill.forEach((key, targets) ->
                made.add(new Pairing(key.group(), key.protocol(), targets, decode.getOrDefault(key, List.of()))));
        return List.copyOf(made);
    }
}

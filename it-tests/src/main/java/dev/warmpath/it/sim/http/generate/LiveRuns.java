package dev.warmpath.it.sim.http.generate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests that run, by their id, of which several may be the same. Belongs to the engine's context. */
final class LiveRuns {

    private final Map<String, List<GenerationRun>> runs = new HashMap<>();

    void add(String id, GenerationRun run) {
        runs.computeIfAbsent(id, key -> new ArrayList<>(1)).add(run);
    }

    /** Forgets those with this id that are over. */
    void remove(String id) {
        List<GenerationRun> same = runs.get(id);
        if (same != null) {
            same.removeIf(GenerationRun::isOver);
            if (same.isEmpty()) {
                runs.remove(id);
            }
        }
    }

    void abort(String id) {
        List.copyOf(runs.getOrDefault(id, List.of())).forEach(GenerationRun::abort);
    }

    void abortAll() {
        List.copyOf(runs.keySet()).forEach(this::abort);
    }

    int count() {
        return runs.values().stream().mapToInt(List::size).sum();
    }
}

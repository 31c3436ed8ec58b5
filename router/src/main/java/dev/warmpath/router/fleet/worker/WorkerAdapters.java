package dev.warmpath.router.fleet.worker;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The LoRA adapters that a worker says it serves. Told by one watcher, read by anyone; while it has told none it is not
 * known which it serves.
 */
public final class WorkerAdapters {

    private volatile @Nullable Map<String, String> told;

    /**
     * Takes what the worker lists.
     *
     * @param parents by each adapter's name the model that it belongs to, as the worker calls it
     * @return whether that is news
     */
    public boolean told(Map<String, String> parents) {
        boolean news = !parents.equals(told);
        told = Map.copyOf(parents);
        return news;
    }

    /**
     * Whether the worker serves one.
     *
     * @param otherwise what holds while it has told nothing
     */
    public boolean serves(String adapter, boolean otherwise) {
        Map<String, String> known = told;
        return known == null ? otherwise : known.containsKey(adapter);
    }

    /** The model that an adapter belongs to by the worker's own word, or null. */
    public @Nullable String parent(String adapter) {
        Map<String, String> known = told;
        return known == null ? null : known.get(adapter);
    }

    /** Names of those that it lists. */
    public Set<String> names() {
        Map<String, String> known = told;
        return known == null ? Set.of() : known.keySet();
    }
}

package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.stream.SavedView;
import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.scorer.index.RankIndex;
import org.jspecify.annotations.Nullable;

/** What an earlier run of the router left of its ranks' views. */
@FunctionalInterface
public interface SavedViews {

    /** Nothing. */
    SavedViews NONE = (worker, spec, rank) -> null;

    /**
     * What is left of a rank that is just being registered; given away once. Called under the fleet's lock.
     *
     * @param rank where the view is to be brought in
     * @return null when there is nothing that can be used
     */
    @Nullable
    SavedView of(WorkerSettings worker, StreamSpec spec, RankIndex rank);
}

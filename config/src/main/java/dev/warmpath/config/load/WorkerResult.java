package dev.warmpath.config.load;

import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of registering a worker at run time. */
public sealed interface WorkerResult {

    /**
     * The worker fits the fleet.
     *
     * @param ttl how long it stays unless it is registered again, or null for until it is removed
     */
    record Accepted(WorkerSettings worker, @Nullable Duration ttl) implements WorkerResult {}

    /** Something was wrong. All of it is listed, at least one; paths start at the worker ({@code kv_events.endpoint}). */
    record Refused(List<ConfigProblem> problems) implements WorkerResult {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}

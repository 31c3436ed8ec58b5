package dev.warmpath.config.load;

import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.WorkerSettings;
import java.util.List;

/** What came of registering a worker at run time. */
public sealed interface WorkerResult {

    /** The worker fits the fleet. */
    record Accepted(WorkerSettings worker) implements WorkerResult {}

    /** Something was wrong. All of it is listed, at least one; paths start at the worker ({@code kv_events.endpoint}). */
    record Refused(List<ConfigProblem> problems) implements WorkerResult {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}

package dev.warmpath.config.load;

import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.WarmpathSettings;
import java.util.List;

/** What came of loading a configuration. */
public sealed interface LoadResult {

    /** Everything was right. */
    record Loaded(WarmpathSettings settings) implements LoadResult {}

    /** Something was wrong. All of it is listed, in the order of the file, at least one. */
    record Refused(List<ConfigProblem> problems) implements LoadResult {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}

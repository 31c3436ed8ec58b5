package dev.warmpath.config.problem;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong, so that one run reports all of it. Used by one thread. The same problem found twice counts
 * once.
 */
public final class Problems {

    private static final int AFTER_ALL_LINES = Integer.MAX_VALUE;

    private final Set<ConfigProblem> found = new LinkedHashSet<>();

    public void add(String path, Origin origin, String message, @Nullable String seen, String remedy) {
        found.add(new ConfigProblem(path, origin, message, seen, remedy));
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** In the order of the file's lines; what has no line comes last, in the order found. */
    public List<ConfigProblem> inFileOrder() {
        return found.stream().sorted(Comparator.comparingInt(Problems::line)).toList();
    }

    private static int line(ConfigProblem problem) {
        return problem.origin() instanceof Origin.Line line ? line.number() : AFTER_ALL_LINES;
    }
}

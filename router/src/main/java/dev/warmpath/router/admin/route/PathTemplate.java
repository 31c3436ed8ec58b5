package dev.warmpath.router.admin.route;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path with at most one parameter. A worker's id is a URL, which callers may leave unencoded, so the parameter takes
 * slashes too; where two templates fit a path, the one with the {@linkplain #tail longer tail} is meant.
 */
final class PathTemplate {

    private static final String PARAMETER = "{id}";

    /** Every path that has an operation, once. */
    static final List<PathTemplate> ALL = Arrays.stream(AdminOperation.values())
            .map(AdminOperation::template)
            .distinct()
            .map(PathTemplate::new)
            .toList();

    private final List<AdminOperation> operations;
    private final String head;
    private final @Nullable String tail;

    private PathTemplate(String text) {
        int at = text.indexOf(PARAMETER);
        this.operations = Arrays.stream(AdminOperation.values())
                .filter(operation -> operation.template().equals(text))
                .toList();
        this.head = at < 0 ? text : text.substring(0, at);
        this.tail = at < 0 ? null : text.substring(at + PARAMETER.length());
    }

    /** What can be done there. */
    List<AdminOperation> operations() {
        return operations;
    }

    /** How much of a path it fixes behind the parameter; most where there is no parameter. */
    int tail() {
        return tail == null ? Integer.MAX_VALUE : tail.length();
    }

    /** The parameter's text in this path, empty where there is no parameter; null when the path is another. */
    @Nullable
    String match(String path) {
        if (tail == null) {
            return path.equals(head) ? "" : null;
        }
        boolean fits = path.length() > head.length() + tail.length() && path.startsWith(head) && path.endsWith(tail);
        return fits ? path.substring(head.length(), path.length() - tail.length()) : null;
    }
}

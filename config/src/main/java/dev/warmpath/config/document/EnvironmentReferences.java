package dev.warmpath.config.document;

import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.problem.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${NAME}} in a file's values by environment variables. {@code ${NAME:-default}} takes the default when
 * the variable is unset or empty, as in a shell; {@code $$} is one dollar sign; any other dollar sign stands for
 * itself. Keys are left alone.
 */
public final class EnvironmentReferences {

    private static final Pattern REFERENCE =
            Pattern.compile("\\$(?:(\\$)|\\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?})?)");

    private final Map<String, String> environment;
    private final Problems problems;
    private final Set<String> names = new TreeSet<>();

    public EnvironmentReferences(Map<String, String> environment, Problems problems) {
        this.environment = environment;
        this.problems = problems;
    }

    /** The tree with its references replaced; a value whose reference fails is reported and marked broken. */
    public Node resolve(Node root) {
        return resolve(root, "");
    }

    /** The variables that the trees resolved so far refer to. */
    public Set<String> names() {
        return Set.copyOf(names);
    }

    private Node resolve(Node node, String path) {
        if (node instanceof Node.Mapping mapping) {
            Map<String, Node> entries = new LinkedHashMap<>();
            mapping.entries().forEach((key, value) -> entries.put(key, resolve(value, KeyPath.child(path, key))));
            return new Node.Mapping(entries, mapping.origin());
        }
        if (node instanceof Node.Sequence sequence) {
            List<Node> items = new ArrayList<>();
            for (Node item : sequence.items()) {
                items.add(resolve(item, path + "[" + items.size() + "]"));
            }
            return new Node.Sequence(items, sequence.origin());
        }
        Node.Scalar scalar = (Node.Scalar) node;
        return scalar.text().indexOf('$') < 0 ? scalar : resolve(scalar, path);
    }

    private Node.Scalar resolve(Node.Scalar scalar, String path) {
        StringBuilder text = new StringBuilder();
        Node.Style style = scalar.style();
        Matcher reference = REFERENCE.matcher(scalar.text());
        int copied = 0;
        while (reference.find()) {
            text.append(scalar.text(), copied, reference.start());
            copied = reference.end();
            if (reference.group(1) != null) {
                text.append('$');
                continue;
            }
            String name = reference.group(2);
            String value = name == null ? null : valueOf(name, reference.group(3), path, scalar.origin());
            if (name == null) {
                problems.add(
                        path,
                        scalar.origin(),
                        "has a \"${\" that is no reference",
                        null,
                        "Write ${NAME}, " + "${NAME:-default}, or $${ for the characters themselves");
            }
            if (value == null) {
                style = Node.Style.BROKEN;
            } else {
                text.append(value);
                style = style == Node.Style.BROKEN ? style : Node.Style.OVERRIDE;
            }
        }
        text.append(scalar.text(), copied, scalar.text().length());
        return new Node.Scalar(text.toString(), style, scalar.origin());
    }

    private @Nullable String valueOf(String name, @Nullable String fallback, String path, Origin origin) {
        names.add(name);
        String value = environment.get(name);
        if (fallback != null && (value == null || value.isEmpty())) {
            return fallback;
        }
        if (value == null) {
            String message = "refers to the environment variable " + name + ", which is not set";
            problems.add(
                    path, origin, message, "${" + name + "}", "Set " + name + ", or write ${" + name + ":-default}");
        }
        return value;
    }
}

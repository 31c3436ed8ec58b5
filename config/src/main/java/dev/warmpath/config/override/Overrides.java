package dev.warmpath.config.override;

import dev.warmpath.config.document.KeyPath;
import dev.warmpath.config.document.KnownKeys;
import dev.warmpath.config.document.NearMiss;
import dev.warmpath.config.document.Node;
import dev.warmpath.config.document.YamlText;
import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.problem.Problems;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lays environment variables and then {@code --set} options over a tree. Where one value stands the text is taken as it
 * is; where a section or list stands it is read as YAML. Of several options for one path the last one holds.
 */
public final class Overrides {

    private final KnownKeys known;
    private final Problems problems;

    public Overrides(KnownKeys known, Problems problems) {
        this.known = known;
        this.problems = problems;
    }

    private record Setting(KeyPath path, String value, Origin origin) {}

    /**
     * The tree with the environment's overrides.
     *
     * @param referenced variables that the file refers to as {@code ${NAME}}; whatever their names, they are no
     *     overrides by mistake
     */
    public Node environment(Node root, Map<String, String> environment, Set<String> referenced) {
        List<Setting> settings = new ArrayList<>();
        environment.forEach((name, value) -> {
            if (EnvironmentNames.isOverride(name, value)) {
                Origin origin = new Origin.Variable(name);
                KeyPath path = EnvironmentNames.path(name);
                if (known.shapeOf(path) != null) {
                    settings.add(new Setting(path, value, origin));
                } else if (!referenced.contains(name)) {
                    unknown(path, origin, nearest(EnvironmentNames.nameOf(path.toString()), path, true));
                }
            }
        });
        settings.sort(Comparator.comparing(Setting::path));
        return apply(root, settings);
    }

    /** The tree with {@code path=value} options. */
    public Node options(Node root, List<String> sets) {
        List<Setting> settings = new ArrayList<>();
        for (String set : sets) {
            int equals = set.indexOf('=');
            String text = equals < 0 ? set : set.substring(0, equals);
            Origin origin = new Origin.SetOption(text);
            KeyPath path = KeyPath.parse(text);
            if (equals < 0) {
                problems.add(text, origin, "has no value", null, "Write it as --set path=value");
            } else if (path == null) {
                problems.add(text, origin, "is not a path", null, "Write it like workers[0].role");
            } else if (known.shapeOf(path) == null) {
                unknown(path, origin, nearest(path.toString(), path, false));
            } else {
                settings.add(new Setting(path, set.substring(equals + 1), origin));
            }
        }
        return apply(root, settings);
    }

    private void unknown(KeyPath path, Origin origin, @Nullable String nearest) {
        String remedy = nearest == null ? "See the example file for every key" : "Did you mean " + nearest + "?";
        problems.add(path.toString(), origin, "is not a known key", null, remedy);
    }

    /** The known name nearest to a wrong one, with the wrong one's own list indexes filled in. */
    private @Nullable String nearest(String name, KeyPath path, boolean variable) {
        List<String> candidates = known.shapes().keySet().stream()
                .map(pattern -> fill(pattern, path))
                .map(candidate -> variable ? EnvironmentNames.nameOf(candidate) : candidate)
                .toList();
        return NearMiss.of(name, candidates);
    }

    private static String fill(String pattern, KeyPath path) {
        String filled = pattern;
        for (KeyPath.Step step : path.steps()) {
            if (step.name() == null) {
                filled = filled.replaceFirst("\\[]", "[" + step.index() + "]");
            }
        }
        return filled.replace("[]", "[0]");
    }

    private Node apply(Node root, List<Setting> settings) {
        Node tree = root;
        for (Setting setting : settings) {
            Node value = valueOf(setting);
            if (value != null) {
                tree = put(tree, setting.path().steps(), value, setting);
            }
        }
        return tree;
    }

    private @Nullable Node valueOf(Setting setting) {
        if (known.shapeOf(setting.path()) == KnownKeys.Shape.VALUE) {
            return new Node.Scalar(setting.value(), Node.Style.OVERRIDE, setting.origin());
        }
        String path = setting.path().toString();
        if (setting.value().isBlank()) {
            problems.add(path, setting.origin(), "is empty", null, "Write it as YAML, null for none, or leave it out");
            return null;
        }
        return YamlText.readOverride(setting.value(), path, setting.origin(), problems);
    }

    /** A copy of {@code at} with the value put under the steps. A node of the wrong kind stays, for its reader to report. */
    private Node put(@Nullable Node at, List<KeyPath.Step> steps, Node value, Setting setting) {
        if (steps.isEmpty()) {
            return value;
        }
        boolean named = steps.get(0).name() != null;
        if (at == null || at.isNull()) {
            Node empty = named
                    ? new Node.Mapping(Map.of(), setting.origin())
                    : new Node.Sequence(List.of(), setting.origin());
            return put(empty, steps, value, setting);
        }
        if (named && at instanceof Node.Mapping mapping) {
            return putKey(mapping, steps, value, setting);
        }
        if (!named && at instanceof Node.Sequence sequence) {
            return putItem(sequence, steps, value, setting);
        }
        return at;
    }

    private Node putKey(Node.Mapping mapping, List<KeyPath.Step> steps, Node value, Setting setting) {
        String key = String.valueOf(steps.get(0).name());
        Map<String, Node> entries = new LinkedHashMap<>(mapping.entries());
        entries.put(key, put(entries.get(key), steps.subList(1, steps.size()), value, setting));
        return new Node.Mapping(entries, mapping.origin());
    }

    private Node putItem(Node.Sequence sequence, List<KeyPath.Step> steps, Node value, Setting setting) {
        int index = steps.get(0).index();
        List<Node> items = new ArrayList<>(sequence.items());
        if (index > items.size()) {
            String message = "leaves a hole in a list of " + items.size();
            String remedy = "Use index " + items.size() + " to add to the list";
            problems.add(setting.path().toString(), setting.origin(), message, null, remedy);
            return sequence;
        }
        Node old = index < items.size() ? items.remove(index) : null;
        items.add(index, put(old, steps.subList(1, steps.size()), value, setting));
        return new Node.Sequence(items, sequence.origin());
    }
}

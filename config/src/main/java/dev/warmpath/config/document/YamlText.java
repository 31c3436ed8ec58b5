package dev.warmpath.config.document;

import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.problem.Problems;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Reads YAML into a {@link Node} tree.
 *
 * <p>SnakeYAML's composer is used, not a data binder, because it keeps what a binder throws away: the line of every
 * key, each of several equal keys, and whether a scalar was quoted. Scalars stay text here, so YAML 1.1's surprises
 * ({@code no} as false, {@code 010} as eight, {@code 1:30} as ninety) cannot happen.
 *
 * <p>Size, depth, aliases and the number of values after alias expansion are bounded. Anchors, aliases and merge keys
 * ({@code <<}) work as usual; explicit type tags are refused.
 */
public final class YamlText {

    /** Characters that a configuration may have: some 5,000 workers with all their keys. */
    public static final int MAX_CHARS = 2 << 20;

    private static final int MAX_DEPTH = 32;
    /** Enough for a fleet whose workers each merge a shared block. */
    private static final int MAX_ALIASES = 2_000;
    /** Values after aliases are followed, so that nested aliases cannot multiply without end. */
    private static final int MAX_VALUES = 200_000;

    private static final Set<Tag> PLAIN_YAML =
            Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.TIMESTAMP, Tag.MERGE, Tag.MAP, Tag.SEQ);

    private final Problems problems;
    private final @Nullable Origin origin;
    private final Set<org.yaml.snakeyaml.nodes.Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private int values;

    private YamlText(Problems problems, @Nullable Origin origin) {
        this.problems = problems;
        this.origin = origin;
    }

    /** Reads a file's text; null, with the problem reported, if it is not YAML. Empty text is null. */
    public static @Nullable Node read(String text, Problems problems) {
        return new YamlText(problems, null).parse(text, "");
    }

    /** Reads the value of an override that is to stand at {@code path}; null, and reported, if it is not YAML. */
    public static @Nullable Node readOverride(String text, String path, Origin origin, Problems problems) {
        return new YamlText(problems, origin).parse(text, path);
    }

    private @Nullable Node parse(String text, String path) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MAX_CHARS);
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setMaxAliasesForCollections(MAX_ALIASES);
        // Tags are refused below, with their paths; nothing is ever constructed from them.
        options.setTagInspector(tag -> true);
        try {
            var root = new Yaml(options).compose(new StringReader(text));
            if (root == null) {
                return new Node.Scalar("", Node.Style.PLAIN, origin == null ? Origin.UNKNOWN : origin);
            }
            return convert(root, path, place(root));
        } catch (MarkedYAMLException e) {
            refuse(e, path);
        } catch (ReaderException e) {
            Origin place = origin == null ? lineOf(text, e.getPosition()) : origin;
            String character = String.format("U+%04X", e.getCodePoint());
            problems.add(path, place, "holds a character that YAML does not allow", character, "Remove it");
        } catch (YAMLException e) {
            String message = "cannot be read as YAML: " + e.getMessage();
            problems.add(path, origin == null ? Origin.UNKNOWN : origin, message, null, "Make it smaller or flatter");
        }
        return null;
    }

    /** Says what the parser found, without its excerpt of the text, which may hold a secret. */
    private void refuse(MarkedYAMLException e, String path) {
        Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
        StringBuilder message = new StringBuilder("is not valid YAML");
        if (mark != null) {
            message.append(" at line ")
                    .append(mark.getLine() + 1)
                    .append(", column ")
                    .append(mark.getColumn() + 1);
        }
        if (e.getContext() != null) {
            message.append(": ").append(e.getContext());
        }
        if (e.getProblem() != null) {
            message.append(": ").append(e.getProblem());
        }
        Origin place = origin;
        if (place == null) {
            place = mark == null ? Origin.UNKNOWN : new Origin.Line(mark.getLine() + 1);
        }
        problems.add(path, place, message.toString(), null, "Correct the syntax; the rest is checked after that");
    }

    private Node convert(org.yaml.snakeyaml.nodes.Node yaml, String path, Origin place) {
        if (++values > MAX_VALUES) {
            throw new YAMLException("more than " + MAX_VALUES + " values once aliases are followed");
        }
        if (!PLAIN_YAML.contains(yaml.getTag())) {
            problems.add(path, place, "has a type tag", yaml.getTag().getValue(), "Remove the tag");
            return broken(place);
        }
        if (!open.add(yaml)) {
            problems.add(path, place, "contains itself by an alias", null, "Write the value out");
            return broken(place);
        }
        try {
            if (yaml instanceof MappingNode mapping) {
                return convert(mapping, path, place);
            }
            if (yaml instanceof SequenceNode sequence) {
                List<Node> items = new ArrayList<>();
                for (var item : sequence.getValue()) {
                    items.add(convert(item, path + "[" + items.size() + "]", place(item)));
                }
                return new Node.Sequence(items, place);
            }
            ScalarNode scalar = (ScalarNode) yaml;
            boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
            return new Node.Scalar(scalar.getValue(), plain ? Node.Style.PLAIN : Node.Style.QUOTED, place);
        } finally {
            open.remove(yaml);
        }
    }

    private Node convert(MappingNode mapping, String path, Origin place) {
        Map<String, Node> entries = new LinkedHashMap<>();
        List<Node> merged = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            Origin keyPlace = place(tuple.getKeyNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                problems.add(path, keyPlace, "has a key that is not a name", null, "Write keys as plain names");
                continue;
            }
            String child = KeyPath.child(path, key.getValue());
            Node value = convert(tuple.getValueNode(), child, keyPlace);
            if (key.getTag().equals(Tag.MERGE)) {
                merged.add(value);
                continue;
            }
            Node first = entries.putIfAbsent(key.getValue(), value);
            if (first != null) {
                String where = first.origin() instanceof Origin.Line line ? ", first on line " + line.number() : "";
                problems.add(child, keyPlace, "is written more than once" + where, null, "Keep one of them");
            }
        }
        for (Node source : merged) {
            merge(source, entries, path);
        }
        return new Node.Mapping(entries, place);
    }

    /** Adds the keys of a merged mapping, or of each in a list of them, that are not there yet. */
    private void merge(Node source, Map<String, Node> entries, String path) {
        if (source instanceof Node.Mapping mapping) {
            mapping.entries().forEach(entries::putIfAbsent);
        } else if (source instanceof Node.Sequence sequence) {
            sequence.items().forEach(item -> merge(item, entries, path));
        } else {
            problems.add(path, source.origin(), "merges something that is no mapping", null, "Merge a mapping's alias");
        }
    }

    private Origin place(org.yaml.snakeyaml.nodes.Node yaml) {
        return origin == null ? new Origin.Line(yaml.getStartMark().getLine() + 1) : origin;
    }

    private static Node broken(Origin place) {
        return new Node.Scalar("", Node.Style.BROKEN, place);
    }

    private static Origin lineOf(String text, int position) {
        long breaks = text.codePoints().limit(position).filter(c -> c == '\n').count();
        return new Origin.Line((int) breaks + 1);
    }
}

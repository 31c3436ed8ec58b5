package dev.warmpath.config.document;

import dev.warmpath.config.problem.Origin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of the configuration tree. Immutable. */
public sealed interface Node {

    /** The line of the value's key, or of the value itself in a list; or the override that set it. */
    Origin origin();

    /** Whether this is YAML's null, which stands for a key that was not written. */
    default boolean isNull() {
        return false;
    }

    /** How a scalar was written, which decides what it may be read as. */
    enum Style {
        /** Bare text in YAML: may be a number, a flag, null or text. */
        PLAIN,
        /** Quoted or block text in YAML: text, never a number. */
        QUOTED,
        /** From the environment or {@code --set}, which know text only: may be anything but null. */
        OVERRIDE,
        /** Already reported; readers pass over it. */
        BROKEN
    }

    /** A single value, as its text. */
    record Scalar(String text, Style style, Origin origin) implements Node {
        @Override
        public boolean isNull() {
            return style == Style.PLAIN
                    && (text.isEmpty()
                            || text.equals("~")
                            || text.equals("null")
                            || text.equals("Null")
                            || text.equals("NULL"));
        }
    }

    /** Keys and their values, in the order written. */
    record Mapping(Map<String, Node> entries, Origin origin) implements Node {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /** A list. */
    record Sequence(List<Node> items, Origin origin) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /**
     * The tree for values that another parser made (maps, lists, strings, numbers, booleans, null).
     *
     * @throws IllegalArgumentException if a value is of another type or a key is not a string
     */
    static Node of(@Nullable Object value) {
        if (value == null) {
            return new Scalar("null", Style.PLAIN, Origin.UNKNOWN);
        }
        if (value instanceof String text) {
            return new Scalar(text, Style.QUOTED, Origin.UNKNOWN);
        }
        if (value instanceof Number || value instanceof Boolean) {
            return new Scalar(value.toString(), Style.PLAIN, Origin.UNKNOWN);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Node> entries = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (!(entry.getKey() instanceof String key)) {
                    throw new IllegalArgumentException("key is not a string: " + entry.getKey());
                }
                entries.put(key, of(entry.getValue()));
            }
            return new Mapping(entries, Origin.UNKNOWN);
        }
        if (value instanceof Iterable<?> list) {
            List<Node> items = new ArrayList<>();
            for (Object item : list) {
                items.add(of(item));
            }
            return new Sequence(items, Origin.UNKNOWN);
        }
        throw new IllegalArgumentException("no configuration value can be made from " + value.getClass());
    }
}

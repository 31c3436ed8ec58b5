package dev.warmpath.config.document;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every key that a configuration may have, by its path with open indexes ({@code workers[].role}), and what stands
 * there.
 *
 * @param shapes path to shape, sorted by path
 * @param described the values among them, in the order in which the binding asks for them
 */
public record KnownKeys(SortedMap<String, Shape> shapes, List<KnownValue> described) {

    /** What stands under a key. */
    public enum Shape {
        VALUE,
        SECTION,
        LIST
    }

    public KnownKeys {
        shapes = Collections.unmodifiableSortedMap(new TreeMap<>(shapes));
        described = List.copyOf(described);
    }

    /** What stands at a path, or null if there is no such key. */
    public @Nullable Shape shapeOf(KeyPath path) {
        return shapes.get(path.pattern());
    }

    /** The paths at which one value stands, or a list of values: what an example has to show. */
    public List<String> values() {
        return shapes.entrySet().stream()
                .filter(entry -> entry.getValue() == Shape.VALUE)
                .map(Map.Entry::getKey)
                .toList();
    }
}

package dev.warmpath.router.template.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Python's tuple: a sequence that is never equal to a list and prints in parentheses.
 *
 * @param names of the items in order, for the named tuples that {@code groupby} makes; else empty
 */
public record Tuple(List<Object> items, List<String> names) {

    public Tuple(List<Object> items) {
        this(items, List.of());
    }

    public static Tuple of(Object... items) {
        return new Tuple(List.of(items));
    }

    /** The item of that name, or null. */
    public @Nullable Object named(String name) {
        int index = names.indexOf(name);
        return index < 0 ? null : items.get(index);
    }
}

package dev.warmpath.router.template.python;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.text.CodePoints;
import dev.warmpath.router.template.value.DictView;
import dev.warmpath.router.template.value.Lazy;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Range;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Walking, counting and searching whatever can be walked. */
public final class Iteration {

    private Iteration() {}

    public static boolean isIterable(Object value) {
        return items(value) != null || value instanceof String || value instanceof Markup || isUnordered(value);
    }

    private static boolean isUnordered(Object value) {
        return value instanceof Map || value instanceof DictView || value instanceof Lazy || value instanceof Undefined;
    }

    public static Iterator<Object> of(Object value) {
        List<Object> items = items(value);
        if (items != null) {
            return items.iterator();
        }
        if (value instanceof Map) {
            return Dicts.of(value).keySet().iterator();
        }
        if (value instanceof Lazy lazy) {
            return lazy;
        }
        if (value instanceof DictView view) {
            return view.iterator();
        }
        if (value instanceof String text) {
            return characters(text);
        }
        if (value instanceof Markup markup) {
            return characters(markup.text());
        }
        if (value instanceof Undefined) {
            return Collections.emptyIterator();
        }
        throw Fault.operation("'" + TypeName.of(value) + "' object is not iterable");
    }

    /** The elements of a sequence that is no text, as a list that must not be changed; null for all else. */
    public static @Nullable List<Object> items(Object value) {
        if (value instanceof List) {
            return Dicts.list(value);
        }
        if (value instanceof Tuple tuple) {
            return tuple.items();
        }
        return value instanceof Range range ? range.items() : null;
    }

    /** All that the value yields, in a list of its own. */
    public static List<Object> toList(Object value, Meter meter) {
        List<Object> items = items(value);
        if (items != null) {
            meter.elements(items.size());
            return new ArrayList<>(items);
        }
        List<Object> all = new ArrayList<>();
        Iterator<Object> source = of(value);
        while (source.hasNext()) {
            meter.loop();
            meter.elements(1);
            all.add(source.next());
        }
        return all;
    }

    private static Iterator<Object> characters(String text) {
        return new Iterator<>() {
            private int offset;

            @Override
            public boolean hasNext() {
                return offset < text.length();
            }

            @Override
            public Object next() {
                int start = offset;
                offset += Character.charCount(text.codePointAt(start));
                return text.substring(start, offset);
            }
        };
    }

    /** How many elements a value says it has, or -1 when it cannot say. */
    public static int size(Object value) {
        if (value instanceof String text) {
            return CodePoints.length(text);
        }
        if (value instanceof Map<?, ?> dict) {
            return dict.size();
        }
        List<Object> items = items(value);
        if (items != null) {
            return items.size();
        }
        if (value instanceof DictView view) {
            return view.size();
        }
        if (value instanceof Markup markup) {
            return CodePoints.length(markup.text());
        }
        return value instanceof Undefined ? 0 : -1;
    }

    public static long length(Object value) {
        int size = size(value);
        if (size < 0) {
            throw Fault.operation("object of type '" + TypeName.of(value) + "' has no len()");
        }
        return size;
    }

    /** Python's {@code needle in haystack}. */
    public static boolean contains(Object haystack, Object needle, Meter meter) {
        if (haystack instanceof String text) {
            meter.scan(text.length());
            if (needle instanceof String part) {
                return text.contains(part);
            }
            if (needle instanceof Markup part) {
                return text.contains(part.text());
            }
            throw Fault.operation("'in <string>' requires string as left operand, not " + TypeName.of(needle));
        }
        if (haystack instanceof Map) {
            return Dicts.get(Dicts.of(haystack), needle) != null;
        }
        if (haystack instanceof Markup markup) {
            return contains(markup.text(), needle, meter);
        }
        if (haystack == None.NONE || !isIterable(haystack)) {
            throw Fault.operation("argument of type '" + TypeName.of(haystack) + "' is not iterable");
        }
        Iterator<Object> elements = of(haystack);
        while (elements.hasNext()) {
            meter.loop();
            if (Equality.same(elements.next(), needle, meter)) {
                return true;
            }
        }
        return false;
    }
}

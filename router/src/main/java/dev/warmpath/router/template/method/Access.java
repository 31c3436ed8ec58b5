package dev.warmpath.router.template.method;

import dev.warmpath.router.template.call.BoundMethod;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.text.CodePoints;
import dev.warmpath.router.template.value.Attributed;
import dev.warmpath.router.template.value.DictView;
import dev.warmpath.router.template.value.Lazy;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.Range;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code value.name} and {@code value[key]}. Jinja tries both ways for both forms, in a different order: a dot finds a
 * method before a dict's key of that name, brackets the key before the method.
 */
public final class Access {

    /** Attributes that Python's numbers have and no chat template was seen to use; better refused than undefined. */
    private static final Set<String> OF_NUMBERS = Set.of(
            "as_integer_ratio",
            "bit_count",
            "bit_length",
            "conjugate",
            "denominator",
            "from_bytes",
            "fromhex",
            "hex",
            "imag",
            "is_integer",
            "numerator",
            "real",
            "to_bytes");

    private Access() {}

    /** Whether {@code value.name} is what a dict has under this key, if it has it. */
    public static boolean isKeyOfDicts(String name) {
        return !isUnsafe(name)
                && !ContainerMethods.OF_DICT.containsKey(name)
                && !ContainerMethods.CHANGE_DICT.contains(name);
    }

    private static boolean isUnsafe(String name) {
        return name.startsWith("__") && name.endsWith("__");
    }

    /** {@code value.name}. */
    public static Object attribute(Object value, String name, Meter meter) {
        Object found = own(value, name);
        if (found != null) {
            return found;
        }
        Object element = value instanceof Map ? Dicts.get(Dicts.of(value), name) : null;
        return element != null ? element : Undefined.member(value, name);
    }

    /** The attribute without a look at elements, as the filter {@code attr} finds it; null when there is none. */
    public static @Nullable Object own(Object value, String name) {
        if (value instanceof Undefined undefined) {
            throw undefined.fault();
        }
        if (value instanceof Attributed attributed) {
            return attributed.attribute(name);
        }
        if (value instanceof Tuple tuple && tuple.named(name) != null) {
            return tuple.named(name);
        }
        if (isUnsafe(name)) {
            return Undefined.unsafe(value, "__");
        }
        Method method = method(value, name);
        if (method != null) {
            return new BoundMethod(name, (args, meter) -> method.call(value, args, meter));
        }
        return changes(value, name) ? Undefined.unsafe(value, name) : null;
    }

    private static @Nullable Method method(Object value, String name) {
        if (value instanceof String) {
            return StringMethods.find(name);
        }
        if (value instanceof Map) {
            return ContainerMethods.OF_DICT.get(name);
        }
        if (value instanceof List) {
            return ContainerMethods.OF_LIST.get(name);
        }
        if (value instanceof Tuple) {
            return ContainerMethods.OF_TUPLE.get(name);
        }
        boolean unknown = value instanceof Markup
                || value instanceof Range
                || value instanceof DictView
                || value instanceof Lazy
                || (Numbers.isNumber(value) && OF_NUMBERS.contains(name));
        if (unknown) {
            throw Fault.unsupported("this attribute of a value of type '" + TypeName.of(value) + "'");
        }
        return null;
    }

    private static boolean changes(Object value, String name) {
        return (value instanceof Map && ContainerMethods.CHANGE_DICT.contains(name))
                || (value instanceof List && ContainerMethods.CHANGE_LIST.contains(name));
    }

    /**
     * {@code value[key]}, where the key is no slice.
     *
     * @param written whether the key stands in the template's source, so that a message may name it
     */
    public static Object item(Object value, Object key, boolean written, Meter meter) {
        if (value instanceof Undefined undefined) {
            throw undefined.fault();
        }
        Object element = element(value, key, meter);
        if (element == null && key instanceof String name) {
            element = own(value, name);
        }
        if (element != null) {
            return element;
        }
        return written && key instanceof String name ? Undefined.member(value, name) : Undefined.element(value);
    }

    private static @Nullable Object element(Object value, Object key, Meter meter) {
        if (value instanceof Map) {
            // A key that no dict can have is looked up in vain, not refused: Jinja catches the type error.
            return key instanceof List || key instanceof Map ? null : Dicts.get(Dicts.of(value), key);
        }
        if (!Numbers.isSmall(key)) {
            return null;
        }
        if (value instanceof String text) {
            meter.scan(text.length());
            int index = index(key, CodePoints.length(text));
            return index < 0 ? null : CodePoints.at(text, index);
        }
        List<Object> items = Iteration.items(value);
        int index = items == null ? -1 : index(key, items.size());
        return items == null || index < 0 ? null : items.get(index);
    }

    /** The index from the front, or -1 when it lies outside. */
    private static int index(Object key, int size) {
        long index = Numbers.small(key);
        long fromFront = index < 0 ? index + size : index;
        return fromFront < 0 || fromFront >= size ? -1 : (int) fromFront;
    }
}

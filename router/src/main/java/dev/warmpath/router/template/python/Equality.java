package dev.warmpath.router.template.python;

import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.Range;
import dev.warmpath.router.template.value.Tuple;
import java.util.List;
import java.util.Map;

/** Python's {@code ==}: by value, across number types, never across other types. */
public final class Equality {

    private Equality() {}

    public static boolean equal(Object left, Object right, Meter meter) {
        if (left instanceof String one && right instanceof String other) {
            meter.scan(one.length() == other.length() ? one.length() : 0);
            return one.equals(other);
        }
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return !Numbers.isNan(left) && !Numbers.isNan(right) && Numbers.compare(left, right) == 0;
        }
        if (left instanceof List && right instanceof List) {
            return elements(Dicts.list(left), Dicts.list(right), meter);
        }
        if (left instanceof Map && right instanceof Map) {
            return entries(Dicts.of(left), Dicts.of(right), meter);
        }
        if (left instanceof Tuple one && right instanceof Tuple other) {
            return elements(one.items(), other.items(), meter);
        }
        if (left instanceof Range one && right instanceof Range other) {
            return elements(one.items(), other.items(), meter);
        }
        if (left instanceof Markup || right instanceof Markup) {
            return plain(left).equals(plain(right));
        }
        return left.equals(right);
    }

    private static Object plain(Object value) {
        return value instanceof Markup markup ? markup.text() : value;
    }

    private static boolean elements(List<Object> left, List<Object> right, Meter meter) {
        if (left.size() != right.size()) {
            return false;
        }
        meter.enter();
        try {
            for (int i = 0; i < left.size(); i++) {
                meter.loop();
                if (!same(left.get(i), right.get(i), meter)) {
                    return false;
                }
            }
            return true;
        } finally {
            meter.leave();
        }
    }

    private static boolean entries(Map<Object, Object> left, Map<Object, Object> right, Meter meter) {
        if (left.size() != right.size()) {
            return false;
        }
        meter.enter();
        try {
            for (Map.Entry<Object, Object> entry : left.entrySet()) {
                meter.loop();
                Object other = Dicts.get(right, entry.getKey());
                if (other == null || !same(entry.getValue(), other, meter)) {
                    return false;
                }
            }
            return true;
        } finally {
            meter.leave();
        }
    }

    /** How containers compare their elements: the very same object is equal even if it is not equal to itself. */
    @SuppressWarnings("ReferenceEquality") // identity is the rule here, as for NaN inside a list
    public static boolean same(Object left, Object right, Meter meter) {
        return left == right || equal(left, right, meter);
    }
}

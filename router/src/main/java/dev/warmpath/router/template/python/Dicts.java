package dev.warmpath.router.template.python;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Dicts are Java maps in insertion order. Java and Python agree on which strings are the same key; they differ on
 * numbers, where 1, 1.0 and true are one key: whichever came first stays.
 */
public final class Dicts {

    private Dicts() {}

    /** A value that is a map, with keys and values as templates have them. */
    @SuppressWarnings("unchecked")
    public static Map<Object, Object> of(Object value) {
        return (Map<Object, Object>) value;
    }

    /** A value that is a list, as templates have them. */
    @SuppressWarnings("unchecked")
    public static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    /** The value under a key, or null; a key that no dict can have is a type error. */
    public static @Nullable Object get(Map<Object, Object> dict, Object key) {
        if (key instanceof String) {
            return dict.get(key);
        }
        return dict.get(sameKey(dict, key));
    }

    public static void put(Map<Object, Object> dict, Object key, Object value) {
        dict.put(key instanceof String ? key : sameKey(dict, key), value);
    }

    private static Object sameKey(Map<Object, Object> dict, Object key) {
        checkHashable(key);
        if (!Numbers.isNumber(key) || dict.containsKey(key)) {
            return key;
        }
        if (key instanceof Double number) {
            if (number != Math.rint(number) || Double.isInfinite(number)) {
                return key;
            }
            Object integer = Numbers.normal(Numbers.decimal(key).toBigInteger());
            return dict.containsKey(integer) ? integer : sameFlag(dict, integer, key);
        }
        if (!(key instanceof BigInteger) && dict.containsKey(Numbers.small(key))) {
            return Numbers.small(key);
        }
        Double number = Numbers.toDouble(key);
        if (dict.containsKey(number) && Numbers.compare(key, number) == 0) {
            return number;
        }
        return sameFlag(dict, key, key);
    }

    private static Object sameFlag(Map<Object, Object> dict, Object integer, Object otherwise) {
        for (Boolean flag : new Boolean[] {Boolean.FALSE, Boolean.TRUE}) {
            if (dict.containsKey(flag) && Numbers.compare(flag, integer) == 0) {
                return flag;
            }
        }
        return otherwise;
    }

    /** Lists and dicts change, so Python has no hash for them. */
    public static void checkHashable(Object key) {
        if (key instanceof List || key instanceof Map) {
            throw Fault.operation("unhashable type: '" + TypeName.of(key) + "'");
        }
        if (key instanceof Tuple tuple) {
            tuple.items().forEach(Dicts::checkHashable);
        }
    }
}

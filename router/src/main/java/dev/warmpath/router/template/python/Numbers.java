package dev.warmpath.router.template.python;

import dev.warmpath.router.template.fault.Fault;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Python's numbers: integers without bounds, kept as {@code Long} whenever they fit, doubles, and booleans that count as
 * 0 and 1.
 */
public final class Numbers {

    /** Python writes and reads no integers of more than 4300 digits; this bounds what arithmetic may build. */
    private static final int MAX_BITS = 1 << 17;

    /** Every integer up to here is exactly a double. */
    private static final long MAX_EXACT = 1L << 53;

    private Numbers() {}

    public static boolean isInteger(Object value) {
        return value instanceof Long || value instanceof Boolean || value instanceof BigInteger;
    }

    public static boolean isNumber(Object value) {
        return isInteger(value) || value instanceof Double;
    }

    /** An integer value as a big integer. */
    public static BigInteger big(Object value) {
        if (value instanceof BigInteger big) {
            return big;
        }
        return BigInteger.valueOf(small(value));
    }

    /** Whether the value is an integer that fits a long. */
    public static boolean isSmall(Object value) {
        return value instanceof Long || value instanceof Boolean;
    }

    public static long small(Object value) {
        if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        return (Long) value;
    }

    /** The smallest form of an integer. */
    public static Object normal(BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            return value.longValue();
        }
        checkBits(value.bitLength());
        return value;
    }

    public static void checkBits(long bits) {
        if (bits > MAX_BITS) {
            throw Fault.limit("an integer of more than " + MAX_BITS + " bits");
        }
    }

    public static double toDouble(Object value) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof BigInteger big) {
            double number = big.doubleValue();
            if (Double.isInfinite(number)) {
                throw Fault.operation("integer too large to convert to float");
            }
            return number;
        }
        return small(value);
    }

    /** Order of two numbers, exact also between integers and floats; neither may be NaN. */
    public static int compare(Object left, Object right) {
        if (isSmall(left) && isSmall(right)) {
            return Long.compare(small(left), small(right));
        }
        if (isInteger(left) && isInteger(right)) {
            return big(left).compareTo(big(right));
        }
        if (isExact(left) && isExact(right)) {
            return Double.compare(toDouble(left) + 0.0, toDouble(right) + 0.0);
        }
        return compareExactly(left, right);
    }

    private static boolean isExact(Object value) {
        return value instanceof Double || (isSmall(value) && Math.abs(small(value)) <= MAX_EXACT);
    }

    private static int compareExactly(Object left, Object right) {
        if (left instanceof Double number && number.isInfinite()) {
            return number > 0 ? 1 : -1;
        }
        if (right instanceof Double number && number.isInfinite()) {
            return number > 0 ? -1 : 1;
        }
        return decimal(left).compareTo(decimal(right));
    }

    static BigDecimal decimal(Object value) {
        return value instanceof Double number ? new BigDecimal(number) : new BigDecimal(big(value));
    }

    /** Whether both, known to be integers, lie where division of doubles is correctly rounded. */
    static boolean divideAsDoubles(Object left, Object right) {
        return isExact(left) && isExact(right);
    }

    public static boolean isNan(Object value) {
        return value instanceof Double number && number.isNaN();
    }

    /** An index, count or width that Python takes as an integer: anything else is a type error. */
    public static int index(Object value, String what) {
        if (!isInteger(value)) {
            throw Fault.operation(what + " must be an integer");
        }
        return clamp(value);
    }

    /** An integer squeezed into the int range; bounds of slices and searches mean the same there. */
    public static int clamp(Object value) {
        if (value instanceof BigInteger big) {
            return big.signum() < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        }
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, small(value)));
    }
}

package dev.warmpath.router.template.python;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Python's arithmetic, on numbers and on sequences. What would take too much memory is refused before it is built. */
public final class Arithmetic {

    private Arithmetic() {}

    public static Object add(Object left, Object right, Meter meter) {
        if (left instanceof String one && right instanceof String other) {
            meter.chars((long) one.length() + other.length());
            return one.concat(other);
        }
        if (left instanceof Long one && right instanceof Long other) {
            long sum = one + other;
            return ((one ^ sum) & (other ^ sum)) < 0 ? big(one).add(big(other)) : (Object) sum;
        }
        if (Numbers.isInteger(left) && Numbers.isInteger(right)) {
            return Numbers.normal(big(left).add(big(right)));
        }
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return Numbers.toDouble(left) + Numbers.toDouble(right);
        }
        if (left instanceof List && right instanceof List) {
            return concat(Dicts.list(left), Dicts.list(right), meter);
        }
        if (left instanceof Tuple one && right instanceof Tuple other) {
            return new Tuple(concat(one.items(), other.items(), meter));
        }
        if (isText(left) && isText(right)) {
            String text = escaped(left) + escaped(right);
            meter.chars(text.length());
            return new Markup(text);
        }
        throw refused("+", left, right);
    }

    private static boolean isText(Object value) {
        return value instanceof String || value instanceof Markup;
    }

    private static String escaped(Object value) {
        return value instanceof Markup markup ? markup.text() : Markup.escape((String) value);
    }

    private static List<Object> concat(List<Object> left, List<Object> right, Meter meter) {
        meter.elements((long) left.size() + right.size());
        List<Object> both = new ArrayList<>(left.size() + right.size());
        both.addAll(left);
        both.addAll(right);
        return both;
    }

    public static Object subtract(Object left, Object right) {
        if (left instanceof Long one && right instanceof Long other) {
            long difference = one - other;
            return ((one ^ other) & (one ^ difference)) < 0 ? big(one).subtract(big(other)) : (Object) difference;
        }
        if (Numbers.isInteger(left) && Numbers.isInteger(right)) {
            return Numbers.normal(big(left).subtract(big(right)));
        }
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return Numbers.toDouble(left) - Numbers.toDouble(right);
        }
        throw refused("-", left, right);
    }

    public static Object multiply(Object left, Object right, Meter meter) {
        if (Numbers.isInteger(left) && Numbers.isInteger(right)) {
            BigInteger one = big(left);
            BigInteger other = big(right);
            Numbers.checkBits((long) one.bitLength() + other.bitLength());
            return Numbers.normal(one.multiply(other));
        }
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return Numbers.toDouble(left) * Numbers.toDouble(right);
        }
        if (Numbers.isInteger(right)) {
            return repeat(left, right, meter);
        }
        if (Numbers.isInteger(left)) {
            return repeat(right, left, meter);
        }
        throw refused("*", left, right);
    }

    private static Object repeat(Object sequence, Object times, Meter meter) {
        if (!Numbers.isSmall(times)) {
            throw Fault.operation("cannot repeat that often");
        }
        long count = Math.max(0, Numbers.clamp(times));
        if (sequence instanceof String text) {
            return repeat(text, count, meter);
        }
        if (sequence instanceof Markup markup) {
            return new Markup(repeat(markup.text(), count, meter));
        }
        if (sequence instanceof List) {
            return repeat(Dicts.list(sequence), count, meter);
        }
        if (sequence instanceof Tuple tuple) {
            return new Tuple(repeat(tuple.items(), count, meter));
        }
        throw refused("*", sequence, times);
    }

    private static String repeat(String text, long count, Meter meter) {
        meter.chars(text.length() * count);
        return text.repeat(text.isEmpty() ? 0 : (int) count);
    }

    private static List<Object> repeat(List<Object> items, long count, Meter meter) {
        meter.elements(items.size() * count);
        List<Object> all = new ArrayList<>();
        for (Object block : items.isEmpty() ? List.of() : Collections.nCopies((int) count, items)) {
            all.addAll(Dicts.list(block));
        }
        return all;
    }

    public static Object divide(Object left, Object right) {
        checkNumbers("/", left, right);
        checkDivisor(right);
        if (!Numbers.isInteger(left) || !Numbers.isInteger(right) || Numbers.divideAsDoubles(left, right)) {
            return Numbers.toDouble(left) / Numbers.toDouble(right);
        }
        double quotient = new BigDecimal(big(left))
                .divide(new BigDecimal(big(right)), MathContext.DECIMAL128)
                .doubleValue();
        if (Double.isInfinite(quotient)) {
            throw Fault.operation("integer division result too large for a float");
        }
        return quotient;
    }

    public static Object floorDivide(Object left, Object right) {
        checkNumbers("//", left, right);
        checkDivisor(right);
        if (Numbers.isInteger(left) && Numbers.isInteger(right)) {
            BigInteger[] parts = big(left).divideAndRemainder(big(right));
            boolean below =
                    parts[1].signum() != 0 && parts[1].signum() != big(right).signum();
            return Numbers.normal(below ? parts[0].subtract(BigInteger.ONE) : parts[0]);
        }
        return floorDivide(Numbers.toDouble(left), Numbers.toDouble(right));
    }

    /** The quotient that goes with Python's remainder, so that {@code a == (a // b) * b + a % b} nearly holds. */
    private static double floorDivide(double dividend, double divisor) {
        double remainder = dividend % divisor;
        double quotient = (dividend - remainder) / divisor;
        if (remainder != 0 && (divisor < 0) != (remainder < 0)) {
            quotient -= 1;
        }
        if (quotient == 0) {
            return Math.copySign(0.0, dividend / divisor);
        }
        double floor = Math.floor(quotient);
        return quotient - floor > 0.5 ? floor + 1 : floor;
    }

    /** The remainder, with the sign of the divisor. Strings to the left of {@code %} are formats and not for here. */
    public static Object modulo(Object left, Object right) {
        checkNumbers("%", left, right);
        checkDivisor(right);
        if (Numbers.isSmall(left) && Numbers.isSmall(right)) {
            return Math.floorMod(Numbers.small(left), Numbers.small(right));
        }
        if (Numbers.isInteger(left) && Numbers.isInteger(right)) {
            BigInteger remainder = big(left).remainder(big(right));
            boolean other =
                    remainder.signum() != 0 && remainder.signum() != big(right).signum();
            return Numbers.normal(other ? remainder.add(big(right)) : remainder);
        }
        double divisor = Numbers.toDouble(right);
        double remainder = Numbers.toDouble(left) % divisor;
        if (remainder == 0) {
            return Math.copySign(0.0, divisor);
        }
        return (divisor < 0) != (remainder < 0) ? remainder + divisor : remainder;
    }

    public static Object power(Object left, Object right) {
        checkNumbers("**", left, right);
        boolean integers = Numbers.isInteger(left) && Numbers.isInteger(right);
        if (integers && big(right).signum() >= 0) {
            BigInteger base = big(left);
            int exponent = Numbers.clamp(right);
            if (base.bitLength() <= 1) {
                return Numbers.normal(smallPower(base, big(right), exponent));
            }
            Numbers.checkBits((long) (base.bitLength() - 1) * exponent);
            return Numbers.normal(base.pow(exponent));
        }
        double base = Numbers.toDouble(left);
        double exponent = Numbers.toDouble(right);
        if (base == 0 && exponent < 0) {
            throw Fault.operation("zero cannot be raised to a negative power");
        }
        if (base < 0 && exponent != Math.rint(exponent) && !Double.isInfinite(base)) {
            throw Fault.unsupported("complex numbers, from a negative number to a fractional power");
        }
        double result = base == 1 ? 1 : Math.pow(base, exponent);
        if (Double.isInfinite(result) && !Double.isInfinite(base) && !Double.isInfinite(exponent)) {
            throw Fault.operation("the result of ** is too large for a float");
        }
        return result;
    }

    /** Powers of 0, 1 and -1, which stay small whatever the exponent is, and of -2, which has as few bits as they. */
    private static BigInteger smallPower(BigInteger base, BigInteger exponent, int clamped) {
        if (exponent.signum() == 0 || base.equals(BigInteger.ONE)) {
            return BigInteger.ONE;
        }
        if (base.signum() == 0) {
            return base;
        }
        if (base.equals(BigInteger.ONE.negate())) {
            return exponent.testBit(0) ? base : BigInteger.ONE;
        }
        Numbers.checkBits(clamped);
        return base.pow(clamped);
    }

    public static Object negate(Object value) {
        if (value instanceof Long number && number != Long.MIN_VALUE) {
            return -number;
        }
        if (Numbers.isInteger(value)) {
            return Numbers.normal(big(value).negate());
        }
        if (value instanceof Double number) {
            return -number;
        }
        throw refused("-", value);
    }

    public static Object positive(Object value) {
        if (value instanceof Boolean) {
            return Numbers.small(value);
        }
        if (Numbers.isNumber(value)) {
            return value;
        }
        throw refused("+", value);
    }

    private static BigInteger big(Object value) {
        return Numbers.big(value);
    }

    private static void checkNumbers(String symbol, Object left, Object right) {
        if (!Numbers.isNumber(left) || !Numbers.isNumber(right)) {
            throw refused(symbol, left, right);
        }
    }

    private static void checkDivisor(Object divisor) {
        if (!Truth.of(divisor)) {
            throw Fault.operation("division by zero");
        }
    }

    /** What an operator throws for operands that it does not take. */
    public static Fault refused(String symbol, Object left, Object right) {
        if (left instanceof Undefined undefined) {
            return undefined.fault();
        }
        if (right instanceof Undefined undefined) {
            return undefined.fault();
        }
        return Fault.operation("unsupported operand types for " + symbol + ": '" + TypeName.of(left) + "' and '"
                + TypeName.of(right) + "'");
    }

    private static Fault refused(String symbol, Object operand) {
        return operand instanceof Undefined undefined
                ? undefined.fault()
                : Fault.operation("bad operand type for unary " + symbol + ": '" + TypeName.of(operand) + "'");
    }
}

package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Arithmetic;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.text.NumberParsing;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Filters that make numbers. */
final class NumberFilters {

    /** Beyond this many places rounding does nothing to a double, or leaves nothing of it. */
    private static final int MAX_PLACES = 400;

    private NumberFilters() {}

    static void addTo(Map<String, Filter> filters) {
        filters.put("abs", NumberFilters::abs);
        filters.put("int", NumberFilters::toInt);
        filters.put("float", NumberFilters::toFloat);
        filters.put("round", NumberFilters::round);
    }

    private static Object abs(Object value, Args args, Meter meter) {
        args.bind("abs", 0);
        checkNumber(value, "abs");
        if (value instanceof Double number) {
            return Math.abs(number);
        }
        return Numbers.normal(Numbers.big(value).abs());
    }

    private static void checkNumber(Object value, String filter) {
        if (value instanceof Undefined undefined) {
            throw undefined.fault();
        }
        if (!Numbers.isNumber(value)) {
            throw Fault.operation(filter + " takes a number, not " + TypeName.of(value));
        }
    }

    private static Object toInt(Object value, Args args, Meter meter) {
        Bound bound = args.bind("int", 0, "default", "base");
        if (value instanceof Undefined undefined) {
            throw undefined.fault();
        }
        Object result = null;
        if (value instanceof String text) {
            meter.scan(text.length());
            BigInteger parsed = NumberParsing.integer(text, Numbers.index(bound.get(1, 10L), "the base"));
            result = parsed != null ? Numbers.normal(parsed) : truncated(NumberParsing.floating(text));
        } else if (Numbers.isInteger(value)) {
            result = Numbers.normal(Numbers.big(value));
        } else if (value instanceof Double number) {
            if (number.isInfinite()) {
                throw Fault.operation("cannot convert float infinity to integer");
            }
            result = truncated(number);
        }
        return result != null ? result : bound.get(0, 0L);
    }

    private static @Nullable Object truncated(@Nullable Double number) {
        return number == null || number.isNaN() || number.isInfinite()
                ? null
                : Numbers.normal(new BigDecimal(number).toBigInteger());
    }

    private static Object toFloat(Object value, Args args, Meter meter) {
        Object otherwise = args.bind("float", 0, "default").get(0, 0.0);
        if (value instanceof Undefined undefined) {
            throw undefined.fault();
        }
        if (value instanceof String text) {
            meter.scan(text.length());
            Double parsed = NumberParsing.floating(text);
            return parsed != null ? parsed : otherwise;
        }
        return Numbers.isNumber(value) ? (Object) Numbers.toDouble(value) : otherwise;
    }

    private static Object round(Object value, Args args, Meter meter) {
        Bound bound = args.bind("round", 0, "precision", "method");
        Object precision = bound.get(0, 0L);
        Object method = bound.get(1, "common");
        if (!method.equals("common") && !method.equals("ceil") && !method.equals("floor")) {
            throw Fault.operation("the method of round must be common, ceil or floor");
        }
        checkNumber(value, "round");
        if (!Numbers.isInteger(precision)) {
            throw Fault.operation("the precision of round must be an integer");
        }
        if (!method.equals("common")) {
            Object scale = Arithmetic.power(10L, precision);
            Object scaled = Arithmetic.multiply(value, scale, meter);
            return Arithmetic.divide(whole(scaled, method.equals("ceil")), scale);
        }
        return roundHalfEven(value, Numbers.clamp(precision));
    }

    private static Object whole(Object value, boolean up) {
        if (!(value instanceof Double number)) {
            return value;
        }
        if (number.isNaN() || number.isInfinite()) {
            throw Fault.operation("cannot convert float infinity or NaN to integer");
        }
        BigDecimal exact = new BigDecimal(number);
        return Numbers.normal(exact.setScale(0, up ? RoundingMode.CEILING : RoundingMode.FLOOR)
                .toBigInteger());
    }

    private static Object roundHalfEven(Object value, int places) {
        if (value instanceof Double number) {
            if (number.isNaN() || number.isInfinite() || places > MAX_PLACES) {
                return number;
            }
            double rounded = places < -MAX_PLACES
                    ? 0.0
                    : new BigDecimal(number)
                            .setScale(places, RoundingMode.HALF_EVEN)
                            .doubleValue();
            if (Double.isInfinite(rounded)) {
                throw Fault.operation("the rounded value is too large for a float");
            }
            return Math.copySign(rounded, number);
        }
        BigInteger integer = Numbers.big(value);
        if (places >= 0) {
            return Numbers.normal(integer);
        }
        if (places < -integer.bitLength()) {
            return 0L;
        }
        return Numbers.normal(
                new BigDecimal(integer).setScale(places, RoundingMode.HALF_EVEN).toBigInteger());
    }
}

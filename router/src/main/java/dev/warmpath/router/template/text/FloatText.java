package dev.warmpath.router.template.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A double as Python's {@code repr} writes it: the shortest digits that read back as the same double, and of those the
 * nearest to it. {@code Double.toString} promises that only since JDK 19, and this runs on 17; so the digits are searched
 * here: rounded down and up at each length until one reads back. Both directions are needed because the doubles below a
 * power of two lie closer than those above it.
 */
public final class FloatText {

    /** Python switches to an exponent outside [1e-4, 1e16). */
    private static final int MIN_POINT = -3;

    private static final int MAX_POINT = 16;
    private static final int MAX_DIGITS = 17;

    /** Up to here every integral double has an exact long, and its digits are its shortest form. */
    private static final double MAX_PLAIN = 1e15;

    private FloatText() {}

    public static String repr(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        if (value == Math.rint(value) && Math.abs(value) < MAX_PLAIN) {
            return (long) value + ".0";
        }
        BigDecimal shortest = shortest(Math.abs(value)).stripTrailingZeros();
        String digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale();
        StringBuilder out = new StringBuilder(24);
        if (value < 0) {
            out.append('-');
        }
        if (point < MIN_POINT || point > MAX_POINT) {
            appendScientific(digits, point - 1, out);
        } else if (point <= 0) {
            out.append("0.").append("0".repeat(-point)).append(digits);
        } else if (point >= digits.length()) {
            out.append(digits).append("0".repeat(point - digits.length())).append(".0");
        } else {
            out.append(digits, 0, point).append('.').append(digits, point, digits.length());
        }
        return out.toString();
    }

    private static void appendScientific(String digits, int exponent, StringBuilder out) {
        out.append(digits.charAt(0));
        if (digits.length() > 1) {
            out.append('.').append(digits, 1, digits.length());
        }
        appendExponent(exponent, out);
    }

    /** The exponent with its sign and at least two digits. */
    public static void appendExponent(int exponent, StringBuilder out) {
        out.append(exponent < 0 ? "e-" : "e+");
        int magnitude = Math.abs(exponent);
        if (magnitude < 10) {
            out.append('0');
        }
        out.append(magnitude);
    }

    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int precision = 1; precision < MAX_DIGITS; precision++) {
            BigDecimal down = exact.round(new MathContext(precision, RoundingMode.DOWN));
            BigDecimal up = exact.round(new MathContext(precision, RoundingMode.UP));
            boolean downFits = down.doubleValue() == value;
            boolean upFits = up.doubleValue() == value;
            if (downFits && upFits) {
                return exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
            }
            if (downFits || upFits) {
                return downFits ? down : up;
            }
        }
        return exact.round(new MathContext(MAX_DIGITS, RoundingMode.HALF_EVEN));
    }
}

package dev.warmpath.router.template.format;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.text.FloatText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** A double in the forms that formats ask for by letter, correctly rounded from its exact value, half to even. */
final class NumberText {

    /** More digits than this no double has; it bounds what a format may ask for. */
    private static final int MAX_PRECISION = 1100;

    private NumberText() {}

    /** Without sign; {@code value} is not negative. */
    static String format(double value, char type, int precision, boolean keepPoint) {
        boolean upper = Character.isUpperCase(type);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            String text = Double.isNaN(value) ? "nan" : "inf";
            return (upper ? text.toUpperCase(java.util.Locale.ROOT) : text) + (type == '%' ? "%" : "");
        }
        if (precision > MAX_PRECISION) {
            throw Fault.limit("a format precision of more than " + MAX_PRECISION);
        }
        BigDecimal exact = new BigDecimal(value);
        String text = switch (Character.toLowerCase(type)) {
            case 'f' -> fixed(exact, precision, keepPoint);
            case '%' -> fixed(exact.movePointRight(2), precision, keepPoint) + "%";
            case 'e' -> scientific(exact, precision, keepPoint);
            default -> general(exact, precision, keepPoint);
        };
        return upper ? text.toUpperCase(java.util.Locale.ROOT) : text;
    }

    private static String fixed(BigDecimal value, int precision, boolean keepPoint) {
        String text = value.setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
        return precision == 0 && keepPoint ? text + "." : text;
    }

    private static String scientific(BigDecimal value, int precision, boolean keepPoint) {
        BigDecimal rounded = value.round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
        String digits = rounded.unscaledValue().toString();
        int exponent = value.signum() == 0 ? 0 : digits.length() - 1 - rounded.scale();
        StringBuilder out = new StringBuilder().append(digits.charAt(0));
        if (precision > 0 || keepPoint) {
            out.append('.');
        }
        String rest = digits.substring(1, Math.min(digits.length(), precision + 1));
        out.append(rest).append("0".repeat(precision - rest.length()));
        FloatText.appendExponent(exponent, out);
        return out.toString();
    }

    private static String general(BigDecimal value, int precision, boolean keepPoint) {
        int digits = Math.max(1, precision);
        BigDecimal rounded = value.round(new MathContext(digits, RoundingMode.HALF_EVEN));
        int exponent = value.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        if (exponent < -4 || exponent >= digits) {
            String text = scientific(value, digits - 1, keepPoint);
            int e = text.indexOf('e');
            return keepPoint ? text : stripZeros(text.substring(0, e)) + text.substring(e);
        }
        String text = fixed(value, digits - 1 - exponent, keepPoint);
        return keepPoint ? text : stripZeros(text);
    }

    private static String stripZeros(String text) {
        if (text.indexOf('.') < 0) {
            return text;
        }
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
    }
}

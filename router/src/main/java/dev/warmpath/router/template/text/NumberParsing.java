package dev.warmpath.router.template.text;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers from text, with the white space, signs, underscores and prefixes that Python's constructors accept. */
public final class NumberParsing {

    /** Python reads no longer integers. */
    private static final int MAX_DIGITS = 4300;

    private static final Pattern DIGITS = Pattern.compile("[0-9A-Za-z]+(?:_[0-9A-Za-z]+)*");
    private static final Pattern FLOAT = Pattern.compile(
            "[+-]?(?:\\d+(?:_\\d+)*(?:\\.(?:\\d+(?:_\\d+)*)?)?|\\.\\d+(?:_\\d+)*)(?:[eE][+-]?\\d+(?:_\\d+)*)?");

    private NumberParsing() {}

    /** What {@code int(text, base)} reads, or null when it refuses. */
    public static @Nullable BigInteger integer(String text, int base) {
        String trimmed = ascii(Splitting.strip(text, null, true, true));
        boolean negative = trimmed.startsWith("-");
        String digits = negative || trimmed.startsWith("+") ? trimmed.substring(1) : trimmed;
        int radix = base;
        String prefix = digits.length() > 2 ? digits.substring(0, 2).toLowerCase(Locale.ROOT) : "";
        int prefixed = switch (prefix) {
            case "0x" -> 16;
            case "0o" -> 8;
            case "0b" -> 2;
            default -> 0;
        };
        if (prefixed != 0 && (base == 0 || base == prefixed)) {
            radix = prefixed;
            digits = digits.substring(digits.charAt(2) == '_' ? 3 : 2);
        } else if (base == 0) {
            radix = 10;
            if (digits.startsWith("0") && !digits.chars().allMatch(c -> c == '0' || c == '_')) {
                return null;
            }
        }
        if (radix < 2
                || radix > 36
                || digits.length() > MAX_DIGITS
                || !DIGITS.matcher(digits).matches()) {
            return null;
        }
        try {
            BigInteger value = new BigInteger(digits.replace("_", ""), radix);
            return negative ? value.negate() : value;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** What {@code float(text)} reads, or null when it refuses. */
    public static @Nullable Double floating(String text) {
        String trimmed = ascii(Splitting.strip(text, null, true, true));
        if (trimmed.length() <= MAX_DIGITS && FLOAT.matcher(trimmed).matches()) {
            return Double.valueOf(trimmed.replace("_", ""));
        }
        boolean negative = trimmed.startsWith("-");
        String word = (negative || trimmed.startsWith("+") ? trimmed.substring(1) : trimmed).toLowerCase(Locale.ROOT);
        return switch (word) {
            case "inf", "infinity" -> negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            case "nan" -> Double.NaN;
            default -> null;
        };
    }

    /** Decimal digits of all scripts as ASCII. */
    private static String ascii(String text) {
        if (text.chars().allMatch(c -> c < 0x80)) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(CharType.isDecimal(c) ? '0' + Character.digit(c, 10) : c));
        return out.toString();
    }
}

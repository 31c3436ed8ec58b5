package dev.warmpath.router.template.format;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Arithmetic;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.text.CodePoints;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.Range;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.Undefined;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code '%s of %d' % (a, b)}: printf-style formats, with arguments in order or by name from a dict. */
public final class PercentFormat {

    private final String format;
    private final Meter meter;
    private final Object argument;
    private final List<Object> arguments;
    private final StringBuilder out = new StringBuilder();
    private int next;
    private int at;

    private PercentFormat(String format, Object argument, Meter meter) {
        this.format = format;
        this.meter = meter;
        this.argument = argument;
        this.arguments = argument instanceof Tuple tuple ? tuple.items() : List.of(argument);
    }

    public static String of(String format, Object argument, Meter meter) {
        return new PercentFormat(format, argument, meter).run();
    }

    /** Python's {@code left % right}: a format when the left side is text, else a remainder. */
    public static Object modulo(Object left, Object right, Meter meter) {
        if (left instanceof String format) {
            return of(format, right, meter);
        }
        if (left instanceof Markup) {
            throw Fault.unsupported("formatting escaped text");
        }
        return Arithmetic.modulo(left, right);
    }

    private String run() {
        boolean named = false;
        while (at < format.length()) {
            char c = format.charAt(at++);
            if (c != '%') {
                out.append(c);
            } else {
                named |= directive();
            }
        }
        if (next < arguments.size() && !named && !isIndexable(argument)) {
            throw Fault.operation("not all arguments converted during string formatting");
        }
        meter.chars(out.length());
        return out.toString();
    }

    /** Python takes whatever has elements for a dict of named arguments, and lets it be unused. */
    private static boolean isIndexable(Object argument) {
        return argument instanceof Map
                || argument instanceof List
                || argument instanceof Range
                || argument instanceof Undefined;
    }

    /** What stands between the percent sign and the letter, and the letter. */
    private record Directive(
            boolean left, boolean zero, boolean alternate, String sign, int width, int precision, char type) {

        boolean isNumeric() {
            return "diuxXoeEfFgG".indexOf(type) >= 0;
        }
    }

    /** One directive after its percent sign; says whether it took its value by name. */
    private boolean directive() {
        Object byName = at < format.length() && format.charAt(at) == '(' ? member() : null;
        Directive directive = read();
        if (directive.type == '%') {
            out.append('%');
        } else {
            append(byName != null ? byName : positional(), directive);
        }
        return byName != null;
    }

    private Directive read() {
        boolean left = false;
        boolean zero = false;
        boolean alternate = false;
        String sign = "";
        for (; at < format.length() && "-+ 0#".indexOf(format.charAt(at)) >= 0; at++) {
            char flag = format.charAt(at);
            left |= flag == '-';
            zero |= flag == '0';
            alternate |= flag == '#';
            if (flag == '+' || (flag == ' ' && sign.isEmpty())) {
                sign = String.valueOf(flag);
            }
        }
        int width = Math.max(0, number());
        int precision = -1;
        if (at < format.length() && format.charAt(at) == '.') {
            at++;
            precision = Math.max(0, number());
        }
        if (at < format.length() && "hlL".indexOf(format.charAt(at)) >= 0) {
            at++;
        }
        if (at >= format.length()) {
            throw Fault.operation("incomplete format");
        }
        return new Directive(left, zero, alternate, sign, width, precision, format.charAt(at++));
    }

    private void append(Object value, Directive directive) {
        switch (directive.type) {
            case 's', 'r', 'a' -> pad("", text(value, directive.type, directive.precision), directive);
            case 'c' -> pad("", character(value), directive);
            case 'd', 'i', 'u', 'x', 'X', 'o' -> integer(value, directive);
            case 'e', 'E', 'f', 'F', 'g', 'G' -> floating(value, directive);
            default -> throw Fault.operation("unsupported format character");
        }
    }

    private void integer(Object value, Directive directive) {
        String digits = digits(value, directive.type);
        boolean negative = digits.startsWith("-");
        String bare = negative ? digits.substring(1) : digits;
        String base = directive.alternate && "xXo".indexOf(directive.type) >= 0 ? "0" + directive.type : "";
        meter.chars(Math.max(0, directive.precision));
        String text = "0".repeat(Math.max(0, directive.precision - bare.length())) + bare;
        pad((negative ? "-" : directive.sign) + base, text, directive);
    }

    private void floating(Object value, Directive directive) {
        if (!Numbers.isNumber(value)) {
            throw Fault.operation("a number is required for this format");
        }
        double number = Numbers.toDouble(value);
        boolean negative = number < 0 || (number == 0 && 1 / number < 0);
        int precision = directive.precision < 0 ? 6 : directive.precision;
        String text = NumberText.format(Math.abs(number), directive.type, precision, directive.alternate);
        pad(negative ? "-" : directive.sign, text, directive);
    }

    private void pad(String prefix, String text, Directive directive) {
        int missing = Math.max(0, directive.width - prefix.length() - CodePoints.length(text));
        long added = (long) prefix.length() + missing + text.length();
        meter.append(out.length() + added, (int) Math.min(Integer.MAX_VALUE, added));
        boolean zeros = directive.zero && directive.isNumeric() && !directive.left;
        if (!directive.left && !zeros) {
            out.append(" ".repeat(missing));
        }
        out.append(prefix).append(zeros ? "0".repeat(missing) : "").append(text);
        if (directive.left) {
            out.append(" ".repeat(missing));
        }
    }

    private String text(Object value, char type, int precision) {
        if (type == 'a') {
            throw Fault.unsupported("the format character 'a'");
        }
        String text = type == 's' ? Str.of(value, meter) : Str.repr(value, meter);
        return precision >= 0 && precision < CodePoints.length(text) ? CodePoints.substring(text, 0, precision) : text;
    }

    private static String character(Object value) {
        if (value instanceof String text && CodePoints.length(text) == 1) {
            return text;
        }
        if (Numbers.isInteger(value) && Character.isValidCodePoint(Numbers.clamp(value))) {
            return Character.toString(Numbers.clamp(value));
        }
        throw Fault.operation("%c requires an int or a character");
    }

    private static String digits(Object value, char type) {
        boolean decimal = "diu".indexOf(type) >= 0;
        Object whole = value;
        if (decimal && value instanceof Double number && !number.isNaN() && !number.isInfinite()) {
            whole = Numbers.normal(new BigDecimal(number).toBigInteger());
        }
        if (!Numbers.isInteger(whole)) {
            throw Fault.operation("an integer is required for this format");
        }
        return switch (type) {
            case 'x' -> Numbers.big(whole).toString(16);
            case 'X' -> Numbers.big(whole).toString(16).toUpperCase(java.util.Locale.ROOT);
            case 'o' -> Numbers.big(whole).toString(8);
            default -> Str.digits(Numbers.big(whole));
        };
    }

    private @Nullable Object member() {
        int end = format.indexOf(')', at);
        if (end < 0) {
            throw Fault.operation("incomplete format key");
        }
        String key = format.substring(at + 1, end);
        at = end + 1;
        if (!(argument instanceof Map)) {
            throw Fault.operation("format requires a mapping");
        }
        Object value = Dicts.get(Dicts.of(argument), key);
        if (value == null) {
            throw Fault.operation("a format names a key that its dict does not have");
        }
        return value;
    }

    private Object positional() {
        if (next >= arguments.size()) {
            throw Fault.operation("not enough arguments for format string");
        }
        return arguments.get(next++);
    }

    /** The width or precision that stands here, also as {@code *}; -1 when there is none. */
    private int number() {
        if (at < format.length() && format.charAt(at) == '*') {
            throw Fault.unsupported("a '*' as width or precision of a format");
        }
        SpecReader in = new SpecReader(format);
        in.skip(at);
        int number = in.number();
        at = in.position();
        return number;
    }
}

package dev.warmpath.router.template.format;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.text.CodePoints;
import dev.warmpath.router.template.text.FloatText;
import dev.warmpath.router.template.value.TypeName;
import java.math.BigInteger;
import java.util.Locale;

/**
 * What stands behind the colon in {@code {:>8.2f}}: {@code [[fill]align][sign][#][0][width][grouping][.precision][type]}
 * of Python's format mini-language.
 *
 * @param align one of {@code < > ^ =}, or 0 when not given
 * @param sign one of {@code + -} or a space, or 0
 * @param grouping {@code ,} or {@code _}, or 0
 * @param precision -1 when not given
 * @param type the letter, or 0
 */
record FormatSpec(
        String fill, char align, char sign, boolean alternate, int width, char grouping, int precision, char type) {

    private static final String ALIGNMENTS = "<>^=";

    static FormatSpec parse(String spec) {
        SpecReader in = new SpecReader(spec);
        String fill = " ";
        char align = 0;
        int second = spec.isEmpty() ? 0 : spec.offsetByCodePoints(0, 1);
        if (second > 0 && second < spec.length() && ALIGNMENTS.indexOf(spec.charAt(second)) >= 0) {
            fill = spec.substring(0, second);
            in.skip(second);
            align = in.oneOf(ALIGNMENTS);
        } else {
            align = in.oneOf(ALIGNMENTS);
        }
        char sign = in.oneOf("+- ");
        boolean alternate = in.oneOf("#") != 0;
        boolean zero = in.oneOf("0") != 0;
        if (zero && align == 0) {
            fill = "0";
            align = '=';
        }
        int width = Math.max(0, in.number());
        char grouping = in.oneOf(",_");
        int precision = -1;
        if (in.oneOf(".") != 0) {
            precision = in.number();
            if (precision < 0) {
                throw Fault.operation("format specifier misses its precision");
            }
        }
        char type = in.oneOf("bcdeEfFgGnosxX%");
        in.end();
        return new FormatSpec(fill, align, sign, alternate, width, grouping, precision, type);
    }

    String format(Object value, Meter meter) {
        if (value instanceof Boolean && type == 0 && isPlain()) {
            return Str.of(value, meter);
        }
        if (Numbers.isInteger(value) && "eEfFgG%".indexOf(type == 0 ? 'd' : type) < 0) {
            return integer(Numbers.big(value), meter);
        }
        if (Numbers.isNumber(value)) {
            return floating(Numbers.toDouble(value), meter);
        }
        if (value instanceof String text) {
            return string(text, meter);
        }
        if (isPlain() && width == 0 && type == 0) {
            return Str.of(value, meter);
        }
        throw Fault.operation("unsupported format for type '" + TypeName.of(value) + "'");
    }

    private boolean isPlain() {
        return align == 0 && sign == 0 && !alternate && width == 0 && grouping == 0 && precision < 0;
    }

    private String string(String text, Meter meter) {
        if ((type != 0 && type != 's')
                || sign != 0
                || alternate
                || grouping != 0
                || (align == '=' && !fill.equals("0"))) {
            throw Fault.operation("this format specifier is not allowed for strings");
        }
        int length = CodePoints.length(text);
        String shown = precision >= 0 && precision < length ? CodePoints.substring(text, 0, precision) : text;
        return pad("", shown, align == 0 || align == '=' ? '<' : align, meter);
    }

    private String integer(BigInteger value, Meter meter) {
        if (precision >= 0) {
            throw Fault.operation("precision is not allowed for integers");
        }
        String digits = switch (type) {
            case 'b' -> value.abs().toString(2);
            case 'o' -> value.abs().toString(8);
            case 'x' -> value.abs().toString(16);
            case 'X' -> value.abs().toString(16).toUpperCase(Locale.ROOT);
            case 'c', 's' -> throw Fault.unsupported("the format type '" + type + "' for an integer");
            default -> Str.digits(value.abs());
        };
        String prefix = alternate && "boxX".indexOf(type) >= 0 && type != 0 ? "0" + type : "";
        return pad(signOf(value.signum() < 0) + prefix, group(digits), align == 0 ? '>' : align, meter);
    }

    private String floating(double value, Meter meter) {
        boolean negative = value < 0 || (value == 0 && 1 / value < 0);
        double magnitude = Math.abs(value);
        String text;
        if (type == 0 && precision < 0) {
            text = FloatText.repr(magnitude);
        } else if (type == 0 || type == 'n' || "bcdosxX".indexOf(type) >= 0) {
            throw Fault.unsupported("this format specifier for a float");
        } else {
            text = NumberText.format(magnitude, type, precision < 0 ? 6 : precision, alternate);
        }
        return pad(signOf(negative), group(text), align == 0 ? '>' : align, meter);
    }

    private String signOf(boolean negative) {
        if (negative) {
            return "-";
        }
        return sign == '+' || sign == ' ' ? String.valueOf(sign) : "";
    }

    private String group(String text) {
        if (grouping == 0) {
            return text;
        }
        if (fill.equals("0") && align == '=' && width > 0) {
            throw Fault.unsupported("grouping together with zero padding");
        }
        int every = type != 0 && "boxX".indexOf(type) >= 0 ? 4 : 3;
        int end = 0;
        while (end < text.length() && Character.digit(text.charAt(end), 16) >= 0 && text.charAt(end) != 'e') {
            end++;
        }
        StringBuilder out = new StringBuilder(text);
        for (int i = end - every; i > 0; i -= every) {
            out.insert(i, grouping);
        }
        return out.toString();
    }

    private String pad(String prefix, String text, char side, Meter meter) {
        int missing = Math.max(0, width - CodePoints.length(prefix) - CodePoints.length(text));
        meter.chars((long) prefix.length() + text.length() + missing);
        int left = switch (side) {
            case '<' -> 0;
            case '^' -> missing / 2;
            default -> missing;
        };
        String before = fill.repeat(left);
        String after = fill.repeat(missing - left);
        return side == '=' ? prefix + before + text : before + prefix + text + after;
    }
}

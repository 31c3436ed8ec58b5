package dev.warmpath.router.template.format;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Str;
import org.jspecify.annotations.Nullable;

/**
 * {@code '{} of {n:>3}'.format(a, n=b)}: replacement fields by order, number or name, with {@code !r}, {@code !s} and a
 * format specifier. Attributes and elements inside a field ({@code {a.b}}) and fields inside a specifier are refused.
 */
public final class StrFormat {

    private final String format;
    private final Args args;
    private final Meter meter;
    private final StringBuilder out = new StringBuilder();
    private int at;
    private int next;
    private boolean numbered;

    private StrFormat(String format, Args args, Meter meter) {
        this.format = format;
        this.args = args;
        this.meter = meter;
    }

    public static String of(String format, Args args, Meter meter) {
        return new StrFormat(format, args, meter).run();
    }

    private String run() {
        while (at < format.length()) {
            char c = format.charAt(at++);
            boolean doubled = at < format.length() && format.charAt(at) == c;
            if (c != '{' && c != '}') {
                out.append(c);
            } else if (doubled) {
                out.append(c);
                at++;
            } else if (c == '}') {
                throw Fault.operation("single '}' encountered in format string");
            } else {
                field();
            }
        }
        meter.chars(out.length());
        return out.toString();
    }

    private void field() {
        int end = format.indexOf('}', at);
        if (end < 0) {
            throw Fault.operation("expected '}' before end of format string");
        }
        String field = format.substring(at, end);
        at = end + 1;
        int colon = field.indexOf(':');
        String spec = colon < 0 ? "" : field.substring(colon + 1);
        String name = colon < 0 ? field : field.substring(0, colon);
        int bang = name.indexOf('!');
        String conversion = bang < 0 ? "" : name.substring(bang + 1);
        Object value = argument(bang < 0 ? name : name.substring(0, bang));
        if (spec.indexOf('{') >= 0) {
            throw Fault.unsupported("a field inside a format specifier");
        }
        Object shown = switch (conversion) {
            case "" -> value;
            case "s" -> Str.of(value, meter);
            case "r" -> Str.repr(value, meter);
            default -> throw Fault.unsupported("this conversion in a format");
        };
        String text =
                spec.isEmpty() ? Str.of(shown, meter) : FormatSpec.parse(spec).format(shown, meter);
        meter.append(out.length() + (long) text.length(), text.length());
        out.append(text);
    }

    private Object argument(String name) {
        if (name.indexOf('.') >= 0 || name.indexOf('[') >= 0 || name.indexOf('{') >= 0) {
            throw Fault.unsupported("an attribute or element inside a format field");
        }
        boolean digits = !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!name.isEmpty() && !digits) {
            return present(args.named().get(name));
        }
        if ((digits && next > 0) || (name.isEmpty() && numbered)) {
            throw Fault.operation("a format cannot mix numbered and unnumbered fields");
        }
        numbered |= digits;
        long index = digits ? Long.parseLong(name.substring(Math.max(0, name.length() - 9))) : next++;
        return present(index < args.positional().size() ? args.positional().get((int) index) : null);
    }

    private static Object present(@Nullable Object value) {
        if (value == null) {
            throw Fault.operation("a format field has no argument");
        }
        return value;
    }
}

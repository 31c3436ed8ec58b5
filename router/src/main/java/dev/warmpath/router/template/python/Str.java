package dev.warmpath.router.template.python;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.text.FloatText;
import dev.warmpath.router.template.text.Quoted;
import dev.warmpath.router.template.value.Attributed;
import dev.warmpath.router.template.value.DictView;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.Namespace;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Range;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** How Python writes values: {@code str} for printing, {@code repr} inside containers. */
public final class Str {

    /** Python refuses to write longer integers. */
    private static final int MAX_DIGITS = 4300;

    private Str() {}

    /** The text that {@code {{ value }}} prints. */
    public static String of(Object value, Meter meter) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Undefined) {
            return "";
        }
        if (value instanceof Markup markup) {
            return markup.text();
        }
        return repr(value, meter);
    }

    public static String repr(Object value, Meter meter) {
        StringBuilder out = new StringBuilder();
        append(value, out, meter);
        return out.toString();
    }

    private static void append(Object value, StringBuilder out, Meter meter) {
        int before = out.length();
        if (value instanceof String text) {
            Quoted.append(text, out);
        } else if (value instanceof Boolean flag) {
            out.append(flag ? "True" : "False");
        } else if (value instanceof Double number) {
            out.append(FloatText.repr(number));
        } else if (value instanceof BigInteger number) {
            out.append(digits(number));
        } else if (value instanceof Undefined) {
            out.append("Undefined");
        } else if (isContainer(value)) {
            appendContainer(value, out, meter);
            return;
        } else {
            out.append(other(value, meter));
        }
        meter.append(out.length(), out.length() - before);
    }

    private static boolean isContainer(Object value) {
        return value instanceof List || value instanceof Map || value instanceof Tuple || value instanceof DictView;
    }

    private static void appendContainer(Object value, StringBuilder out, Meter meter) {
        meter.enter();
        if (value instanceof List<?> list) {
            elements(list.iterator(), "[", "]", out, meter);
        } else if (value instanceof Map) {
            entries(Dicts.of(value), out, meter);
        } else if (value instanceof Tuple tuple) {
            elements(tuple.items().iterator(), "(", tuple.items().size() == 1 ? ",)" : ")", out, meter);
        } else {
            DictView view = (DictView) value;
            elements(view.iterator(), view.kind().typeName() + "([", "])", out, meter);
        }
        meter.leave();
    }

    private static void elements(Iterator<?> elements, String open, String close, StringBuilder out, Meter meter) {
        out.append(open);
        while (elements.hasNext()) {
            meter.loop();
            append(elements.next(), out, meter);
            if (elements.hasNext()) {
                out.append(", ");
            }
        }
        out.append(close);
    }

    private static void entries(Map<Object, Object> dict, StringBuilder out, Meter meter) {
        out.append('{');
        String separator = "";
        for (Map.Entry<Object, Object> entry : dict.entrySet()) {
            meter.loop();
            out.append(separator);
            append(entry.getKey(), out, meter);
            out.append(": ");
            append(entry.getValue(), out, meter);
            separator = ", ";
        }
        out.append('}');
    }

    /** An integer's decimal digits. */
    public static String digits(BigInteger number) {
        // 3.3 bits make a digit; the cheap test spares the conversion that the limit is there to prevent.
        if (number.bitLength() > MAX_DIGITS * 4) {
            throw tooLong();
        }
        String digits = number.toString();
        if (digits.length() - (number.signum() < 0 ? 1 : 0) > MAX_DIGITS) {
            throw tooLong();
        }
        return digits;
    }

    private static Fault tooLong() {
        return Fault.limit("an integer of more than " + MAX_DIGITS + " digits as text");
    }

    private static String other(Object value, Meter meter) {
        if (value instanceof Range range) {
            return "range(" + range.start() + ", " + range.stop() + (range.step() == 1 ? "" : ", " + range.step())
                    + ")";
        }
        if (value instanceof Markup markup) {
            return "Markup(" + repr(markup.text(), meter) + ")";
        }
        if (value instanceof Long || value instanceof None) {
            return value.toString();
        }
        if (value instanceof Namespace namespace) {
            return "<Namespace " + repr(namespace.attributes(), meter) + ">";
        }
        String shown = value instanceof Attributed attributed ? attributed.shown() : null;
        if (shown != null) {
            return shown;
        }
        // Python prints an address here, which differs from run to run: a template that does so has no one prompt.
        throw Fault.unsupported("a value of type '" + TypeName.of(value) + "' has no text");
    }
}

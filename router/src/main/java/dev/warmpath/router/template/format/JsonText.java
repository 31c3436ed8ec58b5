package dev.warmpath.router.template.format;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Order;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.text.FloatText;
import dev.warmpath.router.template.text.Quoted;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Hugging Face's {@code tojson}: Python's {@code json.dumps} with {@code ensure_ascii=False}, without the escaping for
 * HTML that Jinja's own filter does.
 */
public final class JsonText {

    private final boolean ascii;
    private final boolean sorted;
    private final boolean indented;
    private final String indent;
    private final String itemSeparator;
    private final String keySeparator;
    private final Meter meter;
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private JsonText(Bound options, Meter meter) {
        this.meter = meter;
        this.ascii = Truth.of(options.get(0, false));
        this.indented = options.some(1);
        this.indent = indented ? indent(options.get(1), meter) : "";
        List<Object> separators = options.some(2) ? Iteration.toList(options.get(2), meter) : List.of();
        if (options.some(2) && separators.size() != 2) {
            throw Fault.operation("tojson takes two separators");
        }
        this.itemSeparator = options.some(2) ? text(separators.get(0)) : indented ? "," : ", ";
        this.keySeparator = options.some(2) ? text(separators.get(1)) : ": ";
        this.sorted = Truth.of(options.get(3, false));
    }

    /** The filter itself. */
    public static Object filter(Object value, Args args, Meter meter) {
        JsonText json =
                new JsonText(args.bind("tojson", 0, "ensure_ascii", "indent", "separators", "sort_keys"), meter);
        json.write(value);
        return json.out.toString();
    }

    private static String indent(Object indent, Meter meter) {
        if (indent instanceof String text) {
            return text;
        }
        int width = Math.max(0, Numbers.index(indent, "the indent"));
        meter.chars(width);
        return " ".repeat(width);
    }

    private static String text(Object separator) {
        if (separator instanceof String text) {
            return text;
        }
        throw Fault.operation("the separators of tojson must be strings");
    }

    private void write(Object value) {
        int before = out.length();
        if (value instanceof String text) {
            string(text);
        } else if (value == None.NONE) {
            out.append("null");
        } else if (value instanceof Boolean flag) {
            out.append(flag.booleanValue());
        } else if (Numbers.isInteger(value)) {
            out.append(Str.of(value, meter));
        } else if (value instanceof Double number) {
            out.append(number(number));
        } else if (value instanceof Markup markup) {
            string(markup.text());
        } else if (value instanceof Map) {
            object(Dicts.of(value));
            return;
        } else if (value instanceof List || value instanceof Tuple) {
            array(Iteration.of(value));
            return;
        } else {
            throw Fault.operation("a value of type '" + TypeName.of(value) + "' is not JSON serializable");
        }
        meter.append(out.length(), out.length() - before);
    }

    private static String number(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "Infinity" : "-Infinity";
        }
        return FloatText.repr(number);
    }

    private void array(Iterator<Object> elements) {
        if (!elements.hasNext()) {
            out.append("[]");
            return;
        }
        enter('[');
        for (boolean first = true; elements.hasNext(); first = false) {
            separate(first);
            write(elements.next());
        }
        leave(']');
    }

    private void object(Map<Object, Object> dict) {
        if (dict.isEmpty()) {
            out.append("{}");
            return;
        }
        enter('{');
        boolean first = true;
        for (Map.Entry<Object, Object> entry : sorted ? sortedEntries(dict) : dict.entrySet()) {
            separate(first);
            first = false;
            string(key(entry.getKey()));
            out.append(keySeparator);
            write(entry.getValue());
        }
        leave('}');
    }

    private List<Map.Entry<Object, Object>> sortedEntries(Map<Object, Object> dict) {
        List<Map.Entry<Object, Object>> entries = new ArrayList<>(dict.entrySet());
        entries.sort((a, b) -> {
            if (Order.test(Order.Relation.LESS, a.getKey(), b.getKey(), meter)) {
                return -1;
            }
            return Order.test(Order.Relation.LESS, b.getKey(), a.getKey(), meter) ? 1 : 0;
        });
        return entries;
    }

    private String key(Object key) {
        if (key instanceof String text) {
            return text;
        }
        if (key instanceof Boolean flag) {
            return flag.toString();
        }
        if (key == None.NONE) {
            return "null";
        }
        if (key instanceof Double number) {
            return number(number);
        }
        if (Numbers.isInteger(key)) {
            return Str.of(key, meter);
        }
        throw Fault.operation("keys must be str, int, float, bool or None, not " + TypeName.of(key));
    }

    private void enter(char open) {
        meter.enter();
        depth++;
        out.append(open);
    }

    private void separate(boolean first) {
        meter.loop();
        if (!first) {
            out.append(itemSeparator);
        }
        newline();
    }

    private void leave(char close) {
        depth--;
        newline();
        out.append(close);
        meter.leave();
    }

    private void newline() {
        if (indented) {
            meter.append(out.length() + (long) indent.length() * depth, 1 + indent.length() * depth);
            out.append('\n').append(indent.repeat(depth));
        }
    }

    private void string(String text) {
        out.append('"');
        int copied = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c != '"' && c != '\\' && (!ascii || c < 0x7f)) {
                continue;
            }
            out.append(text, copied, i);
            copied = i + 1;
            escape(c);
        }
        out.append(text, copied, text.length()).append('"');
    }

    private void escape(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\f' -> out.append("\\f");
            case '\b' -> out.append("\\b");
            default -> Quoted.hex(c, 4, out.append("\\u"));
        }
    }
}

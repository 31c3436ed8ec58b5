package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.text.CharType;
import dev.warmpath.router.template.text.Splitting;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Filters for HTML. Chat templates hardly need them, but where one stands it must do what it does in Jinja. */
final class MarkupFilters {

    private static final Pattern ENTITY = Pattern.compile("&(#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?");

    private static final Map<String, String> ENTITIES =
            Map.of("amp;", "&", "lt;", "<", "gt;", ">", "quot;", "\"", "apos;", "'", "nbsp;", "\u00a0");

    private MarkupFilters() {}

    static void addTo(Map<String, Filter> filters) {
        filters.put("escape", MarkupFilters::escape);
        filters.put("e", MarkupFilters::escape);
        filters.put("forceescape", (value, args, meter) -> marked(value, meter));
        filters.put("safe", (value, args, meter) -> new Markup(Str.of(value, meter)));
        filters.put("striptags", MarkupFilters::stripTags);
        filters.put("xmlattr", MarkupFilters::attributes);
    }

    private static Object escape(Object value, Args args, Meter meter) {
        return value instanceof Markup ? value : marked(value, meter);
    }

    private static Markup marked(Object value, Meter meter) {
        String text = Str.of(value, meter);
        meter.chars(text.length());
        String escaped = Markup.escape(text);
        meter.chars(escaped.length());
        return new Markup(escaped);
    }

    private static Object stripTags(Object value, Args args, Meter meter) {
        String text = Str.of(value, meter);
        meter.chars(text.length());
        String bare = without(without(text, "<!--", "-->"), "<", ">");
        String joined = String.join(" ", Splitting.splitSpaces(bare, -1));
        return ENTITY.matcher(joined).replaceAll(entity -> Matcher.quoteReplacement(character(entity.group())));
    }

    /** The text without what stands between two marks, and without the marks. */
    private static String without(String text, String open, String close) {
        StringBuilder out = new StringBuilder(text.length());
        int copied = 0;
        int start = text.indexOf(open);
        int end = start < 0 ? -1 : text.indexOf(close, start + open.length());
        while (end >= 0) {
            out.append(text, copied, start);
            copied = end + close.length();
            start = text.indexOf(open, copied);
            end = start < 0 ? -1 : text.indexOf(close, start + open.length());
        }
        return out.append(text, copied, text.length()).toString();
    }

    private static String character(String entity) {
        String known = ENTITIES.get(entity.substring(1));
        if (known != null) {
            return known;
        }
        if (!entity.startsWith("&#") || !entity.endsWith(";")) {
            throw Fault.unsupported("an HTML entity in striptags");
        }
        boolean hex = entity.charAt(2) == 'x' || entity.charAt(2) == 'X';
        String digits = entity.substring(hex ? 3 : 2, entity.length() - 1);
        int c = digits.length() > 7 ? -1 : Integer.parseInt(digits, hex ? 16 : 10);
        if (c < ' ' || (c >= 0x7f && c < 0xa0) || c > Character.MAX_CODE_POINT) {
            throw Fault.unsupported("an HTML entity in striptags");
        }
        return Character.toString(c);
    }

    private static Object attributes(Object value, Args args, Meter meter) {
        boolean autospace = Truth.of(args.bind("xmlattr", 0, "autospace").get(0, true));
        if (value instanceof Undefined undefined) {
            throw undefined.fault();
        }
        if (!(value instanceof Map)) {
            throw Fault.operation("xmlattr takes a dict, not " + TypeName.of(value));
        }
        StringBuilder out = new StringBuilder();
        for (Map.Entry<Object, Object> entry : Dicts.of(value).entrySet()) {
            if (entry.getValue() == None.NONE || entry.getValue() instanceof Undefined) {
                continue;
            }
            String key = Str.of(entry.getKey(), meter);
            if (key.chars().anyMatch(c -> CharType.isSpace(c) || "/>=".indexOf(c) >= 0)) {
                throw Fault.operation("invalid character in an attribute name");
            }
            out.append(autospace || out.length() > 0 ? " " : "").append(escaped(entry.getKey(), meter));
            out.append("=\"").append(escaped(entry.getValue(), meter)).append('"');
        }
        meter.chars(out.length());
        return out.toString();
    }

    private static String escaped(Object value, Meter meter) {
        return value instanceof Markup markup ? markup.text() : Markup.escape(Str.of(value, meter));
    }
}

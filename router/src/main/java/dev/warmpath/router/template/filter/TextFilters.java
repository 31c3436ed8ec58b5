package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.format.PercentFormat;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.text.Casing;
import dev.warmpath.router.template.text.CharType;
import dev.warmpath.router.template.text.Splitting;
import dev.warmpath.router.template.text.UrlText;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.Tuple;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Filters that make text of text. */
final class TextFilters {

    private TextFilters() {}

    static void addTo(Map<String, Filter> filters) {
        filters.put("upper", plain("upper", Casing::upper));
        filters.put("lower", plain("lower", Casing::lower));
        filters.put("capitalize", plain("capitalize", Casing::capitalize));
        filters.put("title", plain("title", TextFilters::title));
        filters.put("trim", TextFilters::trim);
        filters.put("replace", TextFilters::replace);
        filters.put("format", TextFilters::format);
        filters.put("string", (value, args, meter) -> {
            args.bind("string", 0);
            return value instanceof Markup ? value : Str.of(value, meter);
        });
        filters.put("join", TextFilters::join);
        filters.put("wordcount", TextFilters::wordCount);
        filters.put("urlencode", TextFilters::urlEncode);
    }

    /** A value as text; escaped text keeps its mark in Jinja, which is not followed here. */
    static String text(Object value, Meter meter) {
        if (value instanceof Markup) {
            throw Fault.unsupported("a text filter on escaped text");
        }
        return Str.of(value, meter);
    }

    private static Filter plain(String name, UnaryOperator<String> code) {
        return (value, args, meter) -> {
            args.bind(name, 0);
            String text = text(value, meter);
            meter.chars(text.length());
            return code.apply(text);
        };
    }

    /** Words begin after white space, hyphens and opening brackets, unlike in Python's own title case. */
    private static String title(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            boolean boundary =
                    i == text.length() || CharType.isSpace(text.charAt(i)) || "-({[<".indexOf(text.charAt(i)) >= 0;
            if (boundary) {
                String word = text.substring(start, i);
                if (!word.isEmpty()) {
                    int first = word.offsetByCodePoints(0, 1);
                    out.append(Casing.upper(word.substring(0, first))).append(Casing.lower(word.substring(first)));
                }
                if (i < text.length()) {
                    out.append(text.charAt(i));
                }
                start = i + 1;
            }
        }
        return out.toString();
    }

    private static Object trim(Object value, Args args, Meter meter) {
        Bound bound = args.bind("trim", 0, "chars");
        String text = text(value, meter);
        meter.scan(text.length());
        return Splitting.strip(text, bound.some(0) ? text(bound.get(0), meter) : null, true, true);
    }

    private static Object replace(Object value, Args args, Meter meter) {
        Bound bound = args.bind("replace", 2, "old", "new", "count");
        int limit = bound.some(2) ? Numbers.index(bound.get(2), "count") : -1;
        String text = text(value, meter);
        String old = text(bound.get(0), meter);
        String replacement = text(bound.get(1), meter);
        meter.scan(text.length());
        long count = Splitting.occurrences(text, old, limit);
        meter.chars(text.length() + count * (replacement.length() - old.length()));
        return Splitting.replace(text, old, replacement, limit);
    }

    private static Object format(Object value, Args args, Meter meter) {
        if (!args.positional().isEmpty() && !args.named().isEmpty()) {
            throw Fault.operation("format() takes arguments by position or by name, not both");
        }
        Object arguments = args.named().isEmpty() ? new Tuple(new ArrayList<>(args.positional())) : args.named();
        return PercentFormat.of(text(value, meter), arguments, meter);
    }

    private static Object join(Object value, Args args, Meter meter) {
        Bound bound = args.bind("join", 0, "d", "attribute");
        AttributePath path = bound.some(1) ? AttributePath.of(bound.get(1)) : AttributePath.SELF;
        String separator = Str.of(bound.get(0, ""), meter);
        StringBuilder out = new StringBuilder();
        Iterator<Object> parts = Iteration.of(value);
        for (boolean first = true; parts.hasNext(); first = false) {
            meter.loop();
            String part = Str.of(path.get(parts.next(), meter), meter);
            meter.append(out.length() + (long) separator.length() + part.length(), part.length());
            if (!first) {
                out.append(separator);
            }
            out.append(part);
        }
        meter.chars(out.length());
        return out.toString();
    }

    private static Object wordCount(Object value, Args args, Meter meter) {
        args.bind("wordcount", 0);
        String text = text(value, meter);
        meter.scan(text.length());
        long words = 0;
        boolean inWord = false;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            boolean word = CharType.isWord(c);
            words += word && !inWord ? 1 : 0;
            inWord = word;
        }
        return words;
    }

    private static String quote(Object value, boolean query, Meter meter) {
        String text = text(value, meter);
        meter.chars(text.length());
        String quoted = UrlText.quote(text, query);
        meter.chars(quoted.length());
        return quoted;
    }

    private static Object urlEncode(Object value, Args args, Meter meter) {
        args.bind("urlencode", 0);
        if (value instanceof String || value instanceof Markup || !Iteration.isIterable(value)) {
            return quote(value, false, meter);
        }
        Object pairs = value instanceof Map<?, ?> map
                ? new ArrayList<Object>(map.entrySet().stream()
                        .map(e -> Tuple.of(e.getKey(), e.getValue()))
                        .toList())
                : value;
        List<String> parts = new ArrayList<>();
        for (Object pair : Iteration.toList(pairs, meter)) {
            List<Object> both = Iteration.toList(pair, meter);
            if (both.size() != 2) {
                throw Fault.operation("urlencode takes text, a dict or pairs");
            }
            parts.add(quote(both.get(0), true, meter) + "=" + quote(both.get(1), true, meter));
        }
        return String.join("&", parts);
    }
}

package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.text.CodePoints;
import dev.warmpath.router.template.text.Padding;
import dev.warmpath.router.template.text.Splitting;
import dev.warmpath.router.template.text.WordWrap;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.util.List;
import java.util.Map;

/** Filters that lay text out: indented, centred, cut, wrapped. */
final class LayoutFilters {

    /** How much longer than asked a text may be before {@code truncate} cuts it: Jinja's policy. */
    private static final long LEEWAY = 5;

    private LayoutFilters() {}

    static void addTo(Map<String, Filter> filters) {
        filters.put("indent", LayoutFilters::indent);
        filters.put("center", LayoutFilters::center);
        filters.put("truncate", LayoutFilters::truncate);
        filters.put("wordwrap", LayoutFilters::wordWrap);
    }

    private static Object indent(Object value, Args args, Meter meter) {
        Bound bound = args.bind("indent", 0, "width", "first", "blank");
        Object width = bound.get(0, 4L);
        boolean first = Truth.of(bound.get(1, false));
        boolean blank = Truth.of(bound.get(2, false));
        String text = own(value, meter);
        String indention;
        if (width instanceof String given) {
            indention = given;
        } else {
            int spaces = Math.max(0, Numbers.index(width, "the width"));
            meter.chars(spaces);
            indention = " ".repeat(spaces);
        }
        // The added newline makes an empty text one line and keeps a last line end.
        List<String> lines = Splitting.lines(text + "\n", false);
        meter.chars(text.length() + lines.size() * (long) indention.length());
        StringBuilder out = new StringBuilder(first ? indention : "").append(lines.get(0));
        for (String line : lines.subList(1, lines.size())) {
            out.append('\n').append(blank || !line.isEmpty() ? indention : "").append(line);
        }
        return out.toString();
    }

    /** A value that is text already: these filters do not turn others into it. */
    private static String own(Object value, Meter meter) {
        if (value instanceof Undefined undefined) {
            throw undefined.fault();
        }
        if (value instanceof String || value instanceof Markup) {
            return TextFilters.text(value, meter);
        }
        throw Fault.operation("this filter takes text, not " + TypeName.of(value));
    }

    private static Object center(Object value, Args args, Meter meter) {
        int width = Numbers.index(args.bind("center", 0, "width").get(0, 80L), "the width");
        String text = TextFilters.text(value, meter);
        meter.chars(Math.max(text.length(), width));
        return Padding.justify(text, width, " ", Padding.Side.BOTH);
    }

    private static Object truncate(Object value, Args args, Meter meter) {
        Bound bound = args.bind("truncate", 0, "length", "killwords", "end", "leeway");
        long length = Numbers.index(bound.get(0, 255L), "the length");
        String end = Str.of(bound.get(2, "..."), meter);
        Object leeway = bound.get(3, None.NONE);
        long slack = leeway == None.NONE ? LEEWAY : Numbers.index(leeway, "the leeway");
        if (length < CodePoints.length(end) || slack < 0) {
            throw Fault.operation("truncate needs a length that holds the end, and a leeway of at least 0");
        }
        if (Iteration.length(value) <= length + slack) {
            return value;
        }
        String text = own(value, meter);
        meter.chars(text.length());
        String cut = CodePoints.substring(text, 0, (int) length - CodePoints.length(end));
        int space = cut.lastIndexOf(' ');
        return (Truth.of(bound.get(1, false)) || space < 0 ? cut : cut.substring(0, space)) + end;
    }

    private static Object wordWrap(Object value, Args args, Meter meter) {
        Bound bound = args.bind("wordwrap", 0, "width", "break_long_words", "wrapstring", "break_on_hyphens");
        int width = Numbers.index(bound.get(0, 79L), "the width");
        if (width < 1) {
            throw Fault.operation("the width must be at least 1");
        }
        String text = TextFilters.text(value, meter);
        String separator = bound.some(2) ? Str.of(bound.get(2), meter) : "\n";
        meter.chars(text.length() * (1L + separator.length()));
        if (Truth.of(bound.get(3, true)) && text.indexOf('-') >= 0) {
            throw Fault.unsupported("wordwrap that breaks on hyphens, for a text that has some");
        }
        return WordWrap.wrap(text, width, Truth.of(bound.get(1, true)), separator);
    }
}

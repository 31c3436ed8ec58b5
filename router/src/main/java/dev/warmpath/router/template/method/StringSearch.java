package dev.warmpath.router.template.method;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Slices;
import dev.warmpath.router.template.text.CodePoints;
import dev.warmpath.router.template.text.Splitting;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Tuple;
import java.util.Map;

/** The methods of strings that look for text, optionally between two bounds that work like those of a slice. */
final class StringSearch {

    private StringSearch() {}

    static void addTo(Map<String, Method> methods) {
        methods.put("find", (self, args, meter) -> (long) find(self, args, meter, false));
        methods.put("rfind", (self, args, meter) -> (long) find(self, args, meter, true));
        methods.put("index", (self, args, meter) -> index(self, args, meter, false));
        methods.put("rindex", (self, args, meter) -> index(self, args, meter, true));
        methods.put("count", StringSearch::count);
        methods.put("startswith", (self, args, meter) -> affix(self, args, "startswith", false));
        methods.put("endswith", (self, args, meter) -> affix(self, args, "endswith", true));
        methods.put("replace", StringSearch::replace);
        methods.put("removeprefix", (self, args, meter) -> remove(self, args, meter, "removeprefix", false));
        methods.put("removesuffix", (self, args, meter) -> remove(self, args, meter, "removesuffix", true));
    }

    /** The part of a string that a search looks at, as UTF-16 offsets; start lies behind end when there is no such part. */
    private record Window(int start, int end) {

        static Window of(String text, Bound bound) {
            if (!bound.some(1) && !bound.some(2)) {
                return new Window(0, text.length());
            }
            int length = CodePoints.length(text);
            Object first = bound.get(1, None.NONE);
            int start = Slices.clipBound(first, length, 0);
            int end = Slices.clipBound(bound.get(2, None.NONE), length, length);
            boolean beyond = Numbers.isInteger(first) && Numbers.clamp(first) > length;
            return beyond || start > end
                    ? new Window(1, 0)
                    : new Window(CodePoints.offset(text, start), CodePoints.offset(text, end));
        }

        boolean isEmpty() {
            return start > end;
        }
    }

    private static int find(Object self, Args args, Meter meter, boolean last) {
        Bound bound = args.bind("find", 1, "/sub", "/start", "/end");
        String text = (String) self;
        String wanted = StringMethods.text(bound.get(0), "find");
        meter.scan(text.length());
        Window window = Window.of(text, bound);
        if (window.isEmpty()) {
            return -1;
        }
        int lastStart = window.end() - wanted.length();
        int at = last ? text.lastIndexOf(wanted, lastStart) : text.indexOf(wanted, window.start());
        return at < window.start() || at > lastStart ? -1 : CodePoints.indexOfOffset(text, at);
    }

    private static Object index(Object self, Args args, Meter meter, boolean last) {
        int at = find(self, args, meter, last);
        if (at < 0) {
            throw Fault.operation("substring not found");
        }
        return (long) at;
    }

    private static Object count(Object self, Args args, Meter meter) {
        Bound bound = args.bind("count", 1, "/sub", "/start", "/end");
        String text = (String) self;
        String wanted = StringMethods.text(bound.get(0), "count");
        meter.scan(text.length());
        Window window = Window.of(text, bound);
        if (window.isEmpty()) {
            return 0L;
        }
        if (wanted.isEmpty()) {
            return text.codePointCount(window.start(), window.end()) + 1L;
        }
        long count = 0;
        int at = text.indexOf(wanted, window.start());
        while (at >= 0 && at + wanted.length() <= window.end()) {
            count++;
            at = text.indexOf(wanted, at + wanted.length());
        }
        return count;
    }

    private static Object affix(Object self, Args args, String name, boolean atEnd) {
        Bound bound = args.bind(name, 1, "/affix", "/start", "/end");
        String text = (String) self;
        Window window = Window.of(text, bound);
        Object wanted = bound.get(0);
        if (!(wanted instanceof Tuple tuple)) {
            return hasAffix(text, window, StringMethods.text(wanted, name), atEnd);
        }
        for (Object one : tuple.items()) {
            if (hasAffix(text, window, StringMethods.text(one, name), atEnd)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasAffix(String text, Window window, String wanted, boolean atEnd) {
        int at = atEnd ? window.end() - wanted.length() : window.start();
        return !window.isEmpty()
                && at >= window.start()
                && at + wanted.length() <= window.end()
                && text.startsWith(wanted, at);
    }

    private static Object replace(Object self, Args args, Meter meter) {
        Bound bound = args.bind("replace", 2, "/old", "/new", "/count");
        int limit = bound.given(2) ? Numbers.index(bound.get(2), "count") : -1;
        return replace(
                (String) self,
                StringMethods.text(bound.get(0), "replace"),
                StringMethods.text(bound.get(1), "replace"),
                limit,
                meter);
    }

    /** Replaces the first {@code limit} occurrences, or all when it is negative. */
    static String replace(String text, String old, String replacement, int limit, Meter meter) {
        meter.scan(text.length());
        int count = Splitting.occurrences(text, old, limit);
        meter.chars(text.length() + (long) count * (replacement.length() - old.length()));
        return Splitting.replace(text, old, replacement, limit);
    }

    private static Object remove(Object self, Args args, Meter meter, String name, boolean atEnd) {
        String text = (String) self;
        String affix = StringMethods.text(args.bind(name, 1, "/affix").get(0), name);
        meter.chars(text.length());
        if (atEnd) {
            return text.endsWith(affix) ? text.substring(0, text.length() - affix.length()) : text;
        }
        return text.startsWith(affix) ? text.substring(affix.length()) : text;
    }
}

package dev.warmpath.router.template.method;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.format.StrFormat;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.text.Casing;
import dev.warmpath.router.template.text.CharType;
import dev.warmpath.router.template.text.Padding;
import dev.warmpath.router.template.text.Splitting;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Python's methods of strings, by name. Those that search live in {@link StringSearch}. */
final class StringMethods {

    private static final Map<String, Method> BY_NAME = new HashMap<>();

    static {
        plain("upper", Casing::upper);
        plain("lower", Casing::lower);
        plain("title", Casing::title);
        plain("capitalize", Casing::capitalize);
        plain("swapcase", Casing::swapCase);
        test("isupper", Casing::isUpper);
        test("islower", Casing::isLower);
        test("istitle", Casing::isTitle);
        test("isascii", text -> text.chars().allMatch(c -> c < 0x80));
        test("isprintable", text -> text.codePoints().allMatch(CharType::isPrintable));
        test("isspace", all(CharType::isSpace));
        test("isalpha", all(Character::isLetter));
        test("isalnum", all(CharType::isAlphanumeric));
        test("isdigit", all(CharType::isDigit));
        test("isdecimal", all(CharType::isDecimal));
        test("isnumeric", all(CharType::isNumeric));
        BY_NAME.put("strip", (self, args, meter) -> strip(self, args, meter, "strip", true, true));
        BY_NAME.put("lstrip", (self, args, meter) -> strip(self, args, meter, "lstrip", true, false));
        BY_NAME.put("rstrip", (self, args, meter) -> strip(self, args, meter, "rstrip", false, true));
        BY_NAME.put("split", (self, args, meter) -> split(self, args, meter, false));
        BY_NAME.put("rsplit", (self, args, meter) -> split(self, args, meter, true));
        BY_NAME.put("splitlines", StringMethods::splitLines);
        BY_NAME.put("partition", (self, args, meter) -> partition(self, args, meter, false));
        BY_NAME.put("rpartition", (self, args, meter) -> partition(self, args, meter, true));
        BY_NAME.put("join", StringMethods::join);
        BY_NAME.put("center", (self, args, meter) -> justify(self, args, meter, Padding.Side.BOTH));
        BY_NAME.put("ljust", (self, args, meter) -> justify(self, args, meter, Padding.Side.RIGHT));
        BY_NAME.put("rjust", (self, args, meter) -> justify(self, args, meter, Padding.Side.LEFT));
        BY_NAME.put("zfill", StringMethods::zeroFill);
        BY_NAME.put("expandtabs", StringMethods::expandTabs);
        BY_NAME.put("format", (self, args, meter) -> StrFormat.of((String) self, args, meter));
        StringSearch.addTo(BY_NAME);
        for (String known :
                new String[] {"casefold", "encode", "format_map", "isidentifier", "maketrans", "translate"}) {
            BY_NAME.put(known, (self, args, meter) -> {
                throw Fault.unsupported("the string method '" + known + "'");
            });
        }
    }

    private StringMethods() {}

    static @Nullable Method find(String name) {
        return BY_NAME.get(name);
    }

    private static void plain(String name, UnaryOperator<String> code) {
        BY_NAME.put(name, (self, args, meter) -> {
            args.bind(name, 0);
            String text = (String) self;
            meter.chars(text.length());
            return code.apply(text);
        });
    }

    private static void test(String name, Predicate<String> code) {
        BY_NAME.put(name, (self, args, meter) -> {
            args.bind(name, 0);
            String text = (String) self;
            meter.scan(text.length());
            return code.test(text);
        });
    }

    private static Predicate<String> all(IntPredicate test) {
        return text -> !text.isEmpty() && text.codePoints().allMatch(test);
    }

    /** A string argument; anything else is a type error that names the method. */
    static String text(Object value, String method) {
        if (value instanceof String text) {
            return text;
        }
        throw Fault.operation(method + "() takes a str, not " + TypeName.of(value));
    }

    private static Object strip(Object self, Args args, Meter meter, String name, boolean left, boolean right) {
        Bound bound = args.bind(name, 0, "/chars");
        String text = (String) self;
        meter.scan(text.length());
        String chars = bound.some(0) ? text(bound.get(0), name) : null;
        return Splitting.strip(text, chars, left, right);
    }

    private static Object split(Object self, Args args, Meter meter, boolean fromRight) {
        String name = fromRight ? "rsplit" : "split";
        Bound bound = args.bind(name, 0, "sep", "maxsplit");
        int limit = bound.given(1) ? Numbers.index(bound.get(1), "maxsplit") : -1;
        String text = (String) self;
        meter.chars(text.length());
        List<String> parts;
        if (bound.some(0)) {
            String separator = text(bound.get(0), name);
            if (separator.isEmpty()) {
                throw Fault.operation("empty separator");
            }
            parts = fromRight ? Splitting.splitRight(text, separator, limit) : Splitting.split(text, separator, limit);
        } else {
            parts = fromRight ? Splitting.splitSpacesRight(text, limit) : Splitting.splitSpaces(text, limit);
        }
        return list(parts, meter);
    }

    private static List<Object> list(List<String> parts, Meter meter) {
        meter.elements(parts.size());
        return new ArrayList<>(parts);
    }

    private static Object splitLines(Object self, Args args, Meter meter) {
        Bound bound = args.bind("splitlines", 0, "keepends");
        String text = (String) self;
        meter.chars(text.length());
        return list(Splitting.lines(text, Truth.of(bound.get(0, false))), meter);
    }

    private static Object partition(Object self, Args args, Meter meter, boolean last) {
        String text = (String) self;
        String separator = text(args.bind("partition", 1, "/sep").get(0), "partition");
        if (separator.isEmpty()) {
            throw Fault.operation("empty separator");
        }
        meter.chars(text.length());
        int at = last ? text.lastIndexOf(separator) : text.indexOf(separator);
        if (at < 0) {
            return last ? Tuple.of("", "", text) : Tuple.of(text, "", "");
        }
        return Tuple.of(text.substring(0, at), separator, text.substring(at + separator.length()));
    }

    private static Object join(Object self, Args args, Meter meter) {
        Iterator<Object> parts = Iteration.of(args.bind("join", 1, "/iterable").get(0));
        String separator = (String) self;
        StringBuilder out = new StringBuilder();
        for (boolean first = true; parts.hasNext(); first = false) {
            meter.loop();
            String part = text(parts.next(), "join");
            meter.chars((long) separator.length() + part.length());
            if (!first) {
                out.append(separator);
            }
            out.append(part);
        }
        meter.chars(out.length());
        return out.toString();
    }

    private static Object justify(Object self, Args args, Meter meter, Padding.Side side) {
        Bound bound = args.bind("justify", 1, "/width", "/fillchar");
        String text = (String) self;
        int width = Numbers.index(bound.get(0), "the width");
        meter.chars(Math.max(text.length(), width));
        String fill = text(bound.get(1, " "), "justify");
        if (fill.codePointCount(0, fill.length()) != 1) {
            throw Fault.operation("the fill character must be exactly one character long");
        }
        return Padding.justify(text, width, fill, side);
    }

    private static Object zeroFill(Object self, Args args, Meter meter) {
        int width = Numbers.index(args.bind("zfill", 1, "/width").get(0), "the width");
        String text = (String) self;
        meter.chars(Math.max(text.length(), width));
        return Padding.zeroFill(text, width);
    }

    private static Object expandTabs(Object self, Args args, Meter meter) {
        Object size = args.bind("expandtabs", 0, "tabsize").get(0, 8L);
        int tabSize = Math.max(0, size == None.NONE ? 0 : Numbers.index(size, "the tab size"));
        String text = (String) self;
        long tabs = text.chars().filter(c -> c == '\t').count();
        meter.chars(text.length() + tabs * tabSize);
        return Padding.expandTabs(text, tabSize);
    }
}

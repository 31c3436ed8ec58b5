package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.format.PercentFormat;
import dev.warmpath.router.template.python.Equality;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Order;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.text.Casing;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Range;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.Undefined;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** All tests by name. */
public final class Tests {

    /** CPython keeps one object for each of these numbers, so that {@code sameas} holds for them. */
    private static final long MIN_SHARED = -5;

    private static final long MAX_SHARED = 256;

    private static final Map<String, Test> BY_NAME = new HashMap<>();

    static {
        about("defined", value -> !(value instanceof Undefined));
        about("undefined", value -> value instanceof Undefined);
        about("none", value -> value == None.NONE);
        about("string", value -> value instanceof String || value instanceof Markup);
        about("number", Numbers::isNumber);
        about("integer", value -> Numbers.isInteger(value) && !(value instanceof Boolean));
        about("float", value -> value instanceof Double);
        about("boolean", value -> value instanceof Boolean);
        about("true", value -> value.equals(true));
        about("false", value -> value.equals(false));
        about("mapping", value -> value instanceof Map);
        about("iterable", Iteration::isIterable);
        about("sequence", Tests::isSequence);
        about("callable", value -> value instanceof Callable || value instanceof Undefined);
        about("escaped", value -> value instanceof Markup);
        plain("odd", (value, meter) -> remainder(value, 2L, meter) == 1);
        plain("even", (value, meter) -> remainder(value, 2L, meter) == 0);
        BY_NAME.put("divisibleby", (value, args, meter) -> remainder(value, argument(args), meter) == 0);
        plain("lower", (value, meter) -> Casing.isLower(scanned(value, meter)));
        plain("upper", (value, meter) -> Casing.isUpper(scanned(value, meter)));
        BY_NAME.put("in", (value, args, meter) -> Iteration.contains(argument(args), value, meter));
        BY_NAME.put("sameas", (value, args, meter) -> same(value, argument(args)));
        about("filter", value -> value instanceof String name && Filters.isKnown(name));
        about("test", value -> value instanceof String name && BY_NAME.containsKey(name));
        for (String name : List.of("eq", "==", "equalto")) {
            BY_NAME.put(name, (value, args, meter) -> Equality.equal(value, argument(args), meter));
        }
        for (String name : List.of("ne", "!=")) {
            BY_NAME.put(name, (value, args, meter) -> !Equality.equal(value, argument(args), meter));
        }
        order(Order.Relation.LESS, "lt", "<", "lessthan");
        order(Order.Relation.LESS_OR_EQUAL, "le", "<=");
        order(Order.Relation.GREATER, "gt", ">", "greaterthan");
        order(Order.Relation.GREATER_OR_EQUAL, "ge", ">=");
    }

    private Tests() {}

    /** The test of that name, or a fault. */
    public static Test get(String name) {
        Test test = BY_NAME.get(name);
        if (test == null) {
            throw new Fault(FaultReason.SYNTAX, "unknown test '" + name + "'", 0);
        }
        return test;
    }

    /** The test that a filter is given by a name that may be prompt text, and is not told. */
    static Test named(String name) {
        Test test = BY_NAME.get(name);
        if (test == null) {
            throw Fault.unsupported("a test given by name that is not known");
        }
        return test;
    }

    private static void about(String name, Predicate<Object> predicate) {
        plain(name, (value, meter) -> predicate.test(value));
    }

    /** A test that takes no arguments. */
    private static void plain(String name, BiPredicate<Object, Meter> predicate) {
        BY_NAME.put(name, (value, args, meter) -> {
            args.bind(name, 0);
            return predicate.test(value, meter);
        });
    }

    private static void order(Order.Relation relation, String... names) {
        for (String name : names) {
            BY_NAME.put(name, (value, args, meter) -> Order.test(relation, value, argument(args), meter));
        }
    }

    private static String scanned(Object value, Meter meter) {
        String text = Str.of(value, meter);
        meter.scan(text.length());
        return text;
    }

    private static Object argument(Args args) {
        return args.bind("test", 1, "other").get(0);
    }

    private static boolean isSequence(Object value) {
        return value instanceof String
                || value instanceof Markup
                || value instanceof List
                || value instanceof Map
                || value instanceof Tuple
                || value instanceof Range
                || value instanceof Undefined;
    }

    private static int remainder(Object value, Object divisor, Meter meter) {
        Object remainder = PercentFormat.modulo(value, divisor, meter);
        return Equality.equal(remainder, 0L, meter) ? 0 : Equality.equal(remainder, 1L, meter) ? 1 : 2;
    }

    @SuppressWarnings("ReferenceEquality") // identity is what the test asks for
    private static boolean same(Object value, Object other) {
        if (value instanceof Boolean || value == None.NONE || other instanceof Boolean || other == None.NONE) {
            return value.equals(other);
        }
        if (value instanceof Long one && other instanceof Long two) {
            boolean shared = one >= MIN_SHARED && one <= MAX_SHARED;
            if (one.equals(two) && !shared && value != other) {
                throw Fault.unsupported("the test sameas between equal numbers");
            }
            return one.equals(two);
        }
        if (value != other && value instanceof String && value.equals(other)) {
            // Whether two equal strings are one object depends on how Python came by them.
            throw Fault.unsupported("the test sameas between equal strings");
        }
        return value == other;
    }
}

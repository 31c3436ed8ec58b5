package dev.warmpath.router.template.python;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.util.List;

/** Python's {@code <} and its kin: numbers with numbers, text with text, sequences element by element, nothing else. */
public final class Order {

    /** What may be asked of two values. */
    public enum Relation {
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">=");

        private final String symbol;

        Relation(String symbol) {
            this.symbol = symbol;
        }

        boolean holds(int order) {
            return switch (this) {
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
        }
    }

    private Order() {}

    public static boolean test(Relation relation, Object left, Object right, Meter meter) {
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return !Numbers.isNan(left) && !Numbers.isNan(right) && relation.holds(Numbers.compare(left, right));
        }
        if (isText(left) && isText(right)) {
            meter.scan(Math.min(text(left).length(), text(right).length()));
            return relation.holds(compareText(text(left), text(right)));
        }
        if (left instanceof List && right instanceof List) {
            return sequences(relation, Dicts.list(left), Dicts.list(right), meter);
        }
        if (left instanceof Tuple one && right instanceof Tuple other) {
            return sequences(relation, one.items(), other.items(), meter);
        }
        if (left instanceof Undefined undefined) {
            throw undefined.fault();
        }
        if (right instanceof Undefined undefined) {
            throw undefined.fault();
        }
        throw Fault.operation("'" + relation.symbol + "' not supported between instances of '" + TypeName.of(left)
                + "' and '" + TypeName.of(right) + "'");
    }

    private static boolean isText(Object value) {
        return value instanceof String || value instanceof Markup;
    }

    private static String text(Object value) {
        return value instanceof Markup markup ? markup.text() : (String) value;
    }

    private static boolean sequences(Relation relation, List<Object> left, List<Object> right, Meter meter) {
        meter.enter();
        try {
            int common = Math.min(left.size(), right.size());
            for (int i = 0; i < common; i++) {
                meter.loop();
                if (!Equality.same(left.get(i), right.get(i), meter)) {
                    return test(relation, left.get(i), right.get(i), meter);
                }
            }
            return relation.holds(Integer.compare(left.size(), right.size()));
        } finally {
            meter.leave();
        }
    }

    /** By code points; Java's own order puts the surrogates of an emoji before U+E000 to U+FFFF. */
    private static int compareText(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean oneIsSurrogate = Character.isSurrogate(a) != Character.isSurrogate(b);
                return oneIsSurrogate
                        ? Integer.compare(left.codePointAt(i), right.codePointAt(i))
                        : Character.compare(a, b);
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}

package dev.warmpath.router.template.syntax;

import java.util.List;
import java.util.Optional;

/** Expressions, as written. */
public sealed interface Expr {

    /** A literal: a string, number, boolean or none. */
    record Literal(Object value) implements Expr {}

    record Name(String name) implements Expr {}

    record ListOf(List<Expr> items) implements Expr {}

    record TupleOf(List<Expr> items) implements Expr {}

    /** A dict literal; keys and values have the same size. */
    record DictOf(List<Expr> keys, List<Expr> values) implements Expr {}

    /** {@code then if test else otherwise}; without else an undefined value. */
    record Choice(Expr test, Expr then, Optional<Expr> otherwise) implements Expr {}

    record And(Expr left, Expr right) implements Expr {}

    record Or(Expr left, Expr right) implements Expr {}

    record Unary(Sign sign, Expr operand) implements Expr {}

    /** What stands before an operand. */
    enum Sign {
        NOT,
        MINUS,
        PLUS
    }

    record Binary(Operator operator, Expr left, Expr right) implements Expr {}

    /** Arithmetic between two operands. */
    enum Operator {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        FLOOR_DIVIDE,
        MODULO,
        POWER
    }

    /** Parts joined as text by {@code ~}. */
    record Concat(List<Expr> parts) implements Expr {}

    /** A chain like {@code a < b == c}: each link compares the value before it with its own. */
    record Comparison(Expr first, List<Link> links) implements Expr {

        /** One operator and the operand to its right. */
        public record Link(Relation relation, Expr right) {}

        /** What a link asks. */
        public enum Relation {
            EQUAL,
            NOT_EQUAL,
            LESS,
            LESS_OR_EQUAL,
            GREATER,
            GREATER_OR_EQUAL,
            IN,
            NOT_IN
        }
    }

    /** {@code target.name}. */
    record Attribute(Expr target, String name) implements Expr {}

    /** {@code target[key]}. */
    record Item(Expr target, Expr key) implements Expr {}

    /** {@code start:stop:step} as a key; parts left out are none. */
    record Slice(Expr start, Expr stop, Expr step) implements Expr {}

    record Call(Expr callee, Arguments arguments) implements Expr {}

    record Filtered(Expr target, Filter filter) implements Expr {}

    /** {@code target is name(arguments)}. */
    record Tested(Expr target, String name, Arguments arguments, int line) implements Expr {}

    /** A filter by name with its arguments beyond the filtered value. */
    record Filter(String name, Arguments arguments, int line) {}

    /** The arguments of a call, in the order in which they are evaluated. */
    record Arguments(List<Expr> positional, List<Named> named, Optional<Expr> spreadList, Optional<Expr> spreadDict) {

        static final Arguments NONE = new Arguments(List.of(), List.of(), Optional.empty(), Optional.empty());

        /** {@code name=value}. */
        public record Named(String name, Expr value) {}
    }
}

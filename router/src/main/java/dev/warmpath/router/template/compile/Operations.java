package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.format.PercentFormat;
import dev.warmpath.router.template.python.Arithmetic;
import dev.warmpath.router.template.python.Equality;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Order;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.run.Code;
import dev.warmpath.router.template.syntax.Expr;

/** Operators by their symbols. */
final class Operations {

    private Operations() {}

    /** A question about two values. */
    @FunctionalInterface
    interface Comparator {

        boolean holds(Object left, Object right, Meter meter);
    }

    static Comparator comparator(Expr.Comparison.Relation relation) {
        return switch (relation) {
            case EQUAL -> Equality::equal;
            case NOT_EQUAL -> (left, right, meter) -> !Equality.equal(left, right, meter);
            case LESS -> (left, right, meter) -> Order.test(Order.Relation.LESS, left, right, meter);
            case LESS_OR_EQUAL -> (left, right, meter) -> Order.test(Order.Relation.LESS_OR_EQUAL, left, right, meter);
            case GREATER -> (left, right, meter) -> Order.test(Order.Relation.GREATER, left, right, meter);
            case GREATER_OR_EQUAL ->
                (left, right, meter) -> Order.test(Order.Relation.GREATER_OR_EQUAL, left, right, meter);
            case IN -> (left, right, meter) -> Iteration.contains(right, left, meter);
            case NOT_IN -> (left, right, meter) -> !Iteration.contains(right, left, meter);
        };
    }

    static Code unary(Expr.Sign sign, Code operand) {
        return switch (sign) {
            case NOT -> frame -> !Truth.of(operand.eval(frame));
            case MINUS -> frame -> Arithmetic.negate(operand.eval(frame));
            case PLUS -> frame -> Arithmetic.positive(operand.eval(frame));
        };
    }

    static Code binary(Expr.Operator operator, Code left, Code right) {
        return switch (operator) {
            case ADD -> frame -> Arithmetic.add(left.eval(frame), right.eval(frame), frame.meter());
            case SUBTRACT -> frame -> Arithmetic.subtract(left.eval(frame), right.eval(frame));
            case MULTIPLY -> frame -> Arithmetic.multiply(left.eval(frame), right.eval(frame), frame.meter());
            case DIVIDE -> frame -> Arithmetic.divide(left.eval(frame), right.eval(frame));
            case FLOOR_DIVIDE -> frame -> Arithmetic.floorDivide(left.eval(frame), right.eval(frame));
            case MODULO -> frame -> PercentFormat.modulo(left.eval(frame), right.eval(frame), frame.meter());
            case POWER -> frame -> Arithmetic.power(left.eval(frame), right.eval(frame));
        };
    }
}

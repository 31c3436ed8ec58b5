package dev.warmpath.router.template.syntax;

import dev.warmpath.router.template.syntax.Expr.Binary;
import dev.warmpath.router.template.syntax.Expr.Comparison;
import dev.warmpath.router.template.syntax.Expr.Unary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Expressions by recursive descent, one method per level of precedence, loosest first: conditional, or, and, not,
 * comparison, sum, {@code ~}, product, power, sign, then {@link PrimaryParser what binds tightest}.
 */
final class ExprParser {

    private static final Map<String, Comparison.Relation> RELATIONS = Map.of(
            "==", Comparison.Relation.EQUAL,
            "!=", Comparison.Relation.NOT_EQUAL,
            "<", Comparison.Relation.LESS,
            "<=", Comparison.Relation.LESS_OR_EQUAL,
            ">", Comparison.Relation.GREATER,
            ">=", Comparison.Relation.GREATER_OR_EQUAL);

    private static final Map<String, Expr.Operator> SUMS = Map.of("+", Expr.Operator.ADD, "-", Expr.Operator.SUBTRACT);

    private static final Map<String, Expr.Operator> PRODUCTS = Map.of(
            "*", Expr.Operator.MULTIPLY,
            "/", Expr.Operator.DIVIDE,
            "//", Expr.Operator.FLOOR_DIVIDE,
            "%", Expr.Operator.MODULO);

    private final Tokens tokens;
    private final PrimaryParser primary;

    ExprParser(Tokens tokens) {
        this.tokens = tokens;
        this.primary = new PrimaryParser(tokens, this);
    }

    PrimaryParser primary() {
        return primary;
    }

    Expr expression() {
        tokens.enter();
        Expr value = or();
        int levels = 1;
        while (tokens.skipName("if")) {
            tokens.enter();
            levels++;
            Expr test = or();
            Optional<Expr> otherwise = tokens.skipName("else") ? Optional.of(expression()) : Optional.empty();
            value = new Expr.Choice(test, value, otherwise);
        }
        tokens.leave(levels);
        return value;
    }

    /** An expression that does not go on into a conditional: what stands before the {@code if} of a loop. */
    Expr withoutChoice() {
        tokens.enter();
        Expr value = or();
        tokens.leave(1);
        return value;
    }

    private Expr or() {
        Expr left = and();
        int levels = 0;
        for (; tokens.skipName("or"); levels++) {
            tokens.enter();
            left = new Expr.Or(left, and());
        }
        tokens.leave(levels);
        return left;
    }

    private Expr and() {
        Expr left = not();
        int levels = 0;
        for (; tokens.skipName("and"); levels++) {
            tokens.enter();
            left = new Expr.And(left, not());
        }
        tokens.leave(levels);
        return left;
    }

    private Expr not() {
        if (!tokens.skipName("not")) {
            return comparison();
        }
        tokens.enter();
        Expr operand = not();
        tokens.leave(1);
        return new Unary(Expr.Sign.NOT, operand);
    }

    private Expr comparison() {
        Expr first = sum();
        List<Comparison.Link> links = new ArrayList<>();
        for (Comparison.Relation relation = relation(); relation != null; relation = relation()) {
            links.add(new Comparison.Link(relation, sum()));
        }
        return links.isEmpty() ? first : new Comparison(first, links);
    }

    private Comparison.@Nullable Relation relation() {
        if (tokens.is(Token.Kind.OPERATOR)) {
            Comparison.Relation relation = RELATIONS.get(tokens.peek().text());
            if (relation != null) {
                tokens.take();
            }
            return relation;
        }
        if (tokens.skipName("in")) {
            return Comparison.Relation.IN;
        }
        if (tokens.isName("not") && tokens.peekSecond().isName("in")) {
            tokens.take();
            tokens.take();
            return Comparison.Relation.NOT_IN;
        }
        return null;
    }

    private Expr sum() {
        Expr left = concat();
        int levels = 0;
        for (Expr.Operator operator = take(SUMS); operator != null; operator = take(SUMS), levels++) {
            tokens.enter();
            left = new Binary(operator, left, concat());
        }
        tokens.leave(levels);
        return left;
    }

    private Expr concat() {
        Expr first = product();
        if (!tokens.isOperator("~")) {
            return first;
        }
        List<Expr> parts = new ArrayList<>(List.of(first));
        while (tokens.skipOperator("~")) {
            parts.add(product());
        }
        return new Expr.Concat(parts);
    }

    private Expr product() {
        Expr left = power();
        int levels = 0;
        for (Expr.Operator operator = take(PRODUCTS); operator != null; operator = take(PRODUCTS), levels++) {
            tokens.enter();
            left = new Binary(operator, left, power());
        }
        tokens.leave(levels);
        return left;
    }

    private Expr.@Nullable Operator take(Map<String, Expr.Operator> operators) {
        Expr.Operator operator =
                tokens.is(Token.Kind.OPERATOR) ? operators.get(tokens.peek().text()) : null;
        if (operator != null) {
            tokens.take();
        }
        return operator;
    }

    /** Jinja's power binds to the left, unlike Python's. */
    private Expr power() {
        Expr left = unary(true);
        int levels = 0;
        for (; tokens.skipOperator("**"); levels++) {
            tokens.enter();
            left = new Binary(Expr.Operator.POWER, left, unary(true));
        }
        tokens.leave(levels);
        return left;
    }

    /** A sign binds tighter than a filter behind its operand: {@code -1|abs} filters -1. */
    private Expr unary(boolean withFilters) {
        Expr value;
        if (tokens.isOperator("-") || tokens.isOperator("+")) {
            Expr.Sign sign = tokens.take().text().equals("-") ? Expr.Sign.MINUS : Expr.Sign.PLUS;
            tokens.enter();
            value = new Unary(sign, unary(false));
            tokens.leave(1);
        } else {
            value = primary.primary();
        }
        Expr accessed = primary.postfix(value);
        return withFilters ? primary.filters(accessed) : accessed;
    }
}

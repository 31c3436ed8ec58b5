package dev.warmpath.router.template.syntax;

import dev.warmpath.router.template.syntax.Expr.Arguments;
import dev.warmpath.router.template.value.None;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What binds tightest: literals, names, brackets, and what follows them: attributes, elements, calls, filters, tests. */
final class PrimaryParser {

    private final Tokens tokens;
    private final ExprParser expressions;

    PrimaryParser(Tokens tokens, ExprParser expressions) {
        this.tokens = tokens;
        this.expressions = expressions;
    }

    Expr primary() {
        Token token = tokens.peek();
        switch (token.kind()) {
            case NAME -> {
                tokens.take();
                return name(token.text());
            }
            case STRING -> {
                return string();
            }
            case INTEGER, FLOAT -> {
                tokens.take();
                return new Expr.Literal(token.value());
            }
            default -> {}
        }
        if (tokens.skipOperator("(")) {
            return tuple(")", true);
        }
        if (tokens.skipOperator("[")) {
            return new Expr.ListOf(items("]"));
        }
        if (tokens.skipOperator("{")) {
            return dict();
        }
        throw tokens.syntax("unexpected " + token.shown());
    }

    private static Expr name(String name) {
        return switch (name) {
            case "true", "True" -> new Expr.Literal(true);
            case "false", "False" -> new Expr.Literal(false);
            case "none", "None" -> new Expr.Literal(None.NONE);
            default -> new Expr.Name(name);
        };
    }

    /** Strings side by side are one string. */
    private Expr string() {
        StringBuilder text = new StringBuilder();
        while (tokens.is(Token.Kind.STRING)) {
            text.append(tokens.take().text());
        }
        return new Expr.Literal(text.toString());
    }

    /** The items up to a closing bracket, with an optional comma at the end; takes the bracket. */
    private List<Expr> items(String close) {
        List<Expr> items = new ArrayList<>();
        while (!tokens.skipOperator(close)) {
            if (!items.isEmpty()) {
                tokens.expectOperator(",");
                if (tokens.skipOperator(close)) {
                    break;
                }
            }
            items.add(expressions.expression());
        }
        return items;
    }

    private Expr tuple(String close, boolean parenthesised) {
        List<Expr> items = new ArrayList<>();
        boolean comma = false;
        while (!tokens.isOperator(close)) {
            if (!items.isEmpty()) {
                tokens.expectOperator(",");
                comma = true;
                if (tokens.isOperator(close)) {
                    break;
                }
            }
            items.add(expressions.expression());
        }
        tokens.expectOperator(close);
        return items.size() == 1 && !comma && parenthesised ? items.get(0) : new Expr.TupleOf(items);
    }

    private Expr dict() {
        List<Expr> keys = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        while (!tokens.skipOperator("}")) {
            if (!keys.isEmpty()) {
                tokens.expectOperator(",");
                if (tokens.skipOperator("}")) {
                    break;
                }
            }
            keys.add(expressions.expression());
            tokens.expectOperator(":");
            values.add(expressions.expression());
        }
        return new Expr.DictOf(keys, values);
    }

    /** Attributes, elements and calls behind a value. */
    Expr postfix(Expr value) {
        Expr result = value;
        int levels = 0;
        while (true) {
            Expr next = access(result);
            if (next == null) {
                tokens.leave(levels);
                return result;
            }
            tokens.enter();
            levels++;
            result = next;
        }
    }

    private @Nullable Expr access(Expr target) {
        if (tokens.skipOperator(".")) {
            return member(target);
        }
        if (tokens.skipOperator("[")) {
            return new Expr.Item(target, subscript());
        }
        return tokens.isOperator("(") ? new Expr.Call(target, arguments()) : null;
    }

    private Expr member(Expr target) {
        if (tokens.is(Token.Kind.INTEGER)) {
            return new Expr.Item(target, new Expr.Literal(tokens.take().value()));
        }
        return new Expr.Attribute(
                target,
                tokens.expect(Token.Kind.NAME, "a name or a number after '.'").text());
    }

    private Expr subscript() {
        List<Expr> keys = new ArrayList<>();
        while (!tokens.isOperator("]")) {
            if (!keys.isEmpty()) {
                tokens.expectOperator(",");
            }
            keys.add(key());
        }
        tokens.expectOperator("]");
        return keys.size() == 1 ? keys.get(0) : new Expr.TupleOf(keys);
    }

    private Expr key() {
        Expr start = new Expr.Literal(None.NONE);
        if (!tokens.isOperator(":")) {
            start = expressions.expression();
            if (!tokens.isOperator(":")) {
                return start;
            }
        }
        tokens.take();
        Expr stop = slicePart();
        Expr step = tokens.skipOperator(":") ? slicePart() : new Expr.Literal(None.NONE);
        return new Expr.Slice(start, stop, step);
    }

    private Expr slicePart() {
        boolean empty = tokens.isOperator(":") || tokens.isOperator("]") || tokens.isOperator(",");
        return empty ? new Expr.Literal(None.NONE) : expressions.expression();
    }

    Arguments arguments() {
        tokens.expectOperator("(");
        List<Expr> positional = new ArrayList<>();
        List<Arguments.Named> named = new ArrayList<>();
        Optional<Expr> spreadList = Optional.empty();
        Optional<Expr> spreadDict = Optional.empty();
        boolean first = true;
        while (!tokens.isOperator(")")) {
            if (!first) {
                tokens.expectOperator(",");
                if (tokens.isOperator(")")) {
                    break;
                }
            }
            first = false;
            boolean byName = tokens.is(Token.Kind.NAME) && tokens.peekSecond().isOperator("=");
            if (tokens.isOperator("*") && spreadList.isEmpty() && spreadDict.isEmpty()) {
                tokens.take();
                spreadList = Optional.of(expressions.expression());
            } else if (tokens.isOperator("**") && spreadDict.isEmpty()) {
                tokens.take();
                spreadDict = Optional.of(expressions.expression());
            } else if (byName && spreadDict.isEmpty()) {
                String name = tokens.take().text();
                tokens.take();
                named.add(new Arguments.Named(name, expressions.expression()));
            } else if (named.isEmpty() && spreadList.isEmpty() && spreadDict.isEmpty()) {
                positional.add(expressions.expression());
            } else {
                throw tokens.syntax("this argument cannot stand here");
            }
        }
        tokens.take();
        return new Arguments(positional, named, spreadList, spreadDict);
    }

    /** Filters, tests and calls behind a value and its attributes. */
    Expr filters(Expr value) {
        Expr result = value;
        int levels = 0;
        while (true) {
            if (tokens.skipOperator("|")) {
                result = new Expr.Filtered(result, filter());
            } else if (tokens.skipName("is")) {
                result = test(result);
            } else if (tokens.isOperator("(")) {
                result = new Expr.Call(result, arguments());
            } else {
                tokens.leave(levels);
                return result;
            }
            tokens.enter();
            levels++;
        }
    }

    /** A filter's name and arguments, behind its bar. */
    Expr.Filter filter() {
        int line = tokens.peek().line();
        String name = dottedName();
        return new Expr.Filter(name, tokens.isOperator("(") ? arguments() : Arguments.NONE, line);
    }

    private String dottedName() {
        StringBuilder name =
                new StringBuilder(tokens.expect(Token.Kind.NAME, "a name").text());
        while (tokens.skipOperator(".")) {
            name.append('.').append(tokens.expect(Token.Kind.NAME, "a name").text());
        }
        return name.toString();
    }

    private Expr test(Expr target) {
        int line = tokens.peek().line();
        boolean negated = tokens.skipName("not");
        String name = dottedName();
        Arguments arguments = Arguments.NONE;
        if (tokens.isOperator("(")) {
            arguments = arguments();
        } else if (startsArgument()) {
            if (tokens.isName("is")) {
                throw tokens.syntax("tests cannot be chained with 'is'");
            }
            arguments = new Arguments(List.of(postfix(primary())), List.of(), Optional.empty(), Optional.empty());
        }
        Expr tested = new Expr.Tested(target, name, arguments, line);
        return negated ? new Expr.Unary(Expr.Sign.NOT, tested) : tested;
    }

    /** A test may take one argument without parentheses. */
    private boolean startsArgument() {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case NAME -> !token.isName("else") && !token.isName("or") && !token.isName("and");
            case STRING, INTEGER, FLOAT -> true;
            default -> token.isOperator("(") || token.isOperator("[") || token.isOperator("{");
        };
    }
}

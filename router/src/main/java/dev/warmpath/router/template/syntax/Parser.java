package dev.warmpath.router.template.syntax;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import dev.warmpath.router.template.syntax.Stmt.Signature;
import dev.warmpath.router.template.syntax.Stmt.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Statements: text, print tags, and one method for each block tag. */
public final class Parser {

    /** Tags of Jinja that reach for other templates or change what text means. */
    private static final Set<String> REFUSED = Set.of("include", "import", "from", "extends", "block", "autoescape");

    private final Tokens tokens;
    private final ExprParser expressions;
    private int loops;

    private Parser(Tokens tokens) {
        this.tokens = tokens;
        this.expressions = new ExprParser(tokens);
    }

    /**
     * The statements of a template.
     *
     * @param maxNesting how deep constructs may stand inside each other
     * @throws Fault with its line, when this is no template or has a tag that this interpreter does not know
     */
    public static List<Stmt> parse(String source, int maxNesting) {
        Parser parser = new Parser(new Tokens(Lexer.tokens(source), maxNesting));
        List<Stmt> statements = parser.statements(Set.of());
        parser.tokens.expect(Token.Kind.END, "the end of the template");
        return statements;
    }

    /** Statements up to a block tag with one of these names; stays in front of the name. */
    private List<Stmt> statements(Set<String> ends) {
        tokens.enter();
        List<Stmt> statements = new ArrayList<>();
        while (!tokens.is(Token.Kind.END)) {
            Token token = tokens.take();
            switch (token.kind()) {
                case DATA -> statements.add(new Stmt.Text(token.text(), token.line()));
                case PRINT_BEGIN -> {
                    statements.add(new Stmt.Print(tuple(true), token.line()));
                    tokens.expect(Token.Kind.PRINT_END, "the end of the tag");
                }
                default -> {
                    if (tokens.is(Token.Kind.NAME)
                            && ends.contains(tokens.peek().text())) {
                        tokens.leave(1);
                        return statements;
                    }
                    statement(token.line(), statements);
                    tokens.expect(Token.Kind.BLOCK_END, "the end of the tag");
                }
            }
        }
        tokens.leave(1);
        if (!ends.isEmpty()) {
            throw tokens.syntax("the template ends where one of " + ends + " was expected");
        }
        return statements;
    }

    /** The body of a tag that has just been read up to its end, and the name of the tag that ends it. */
    private List<Stmt> body(String... ends) {
        tokens.expect(Token.Kind.BLOCK_END, "the end of the tag");
        return statements(Set.of(ends));
    }

    private List<Stmt> bodyToEnd(String end) {
        List<Stmt> body = body(end);
        tokens.take();
        return body;
    }

    /** The body of something that is a function of its own, where no loop around it can be left. */
    private List<Stmt> functionBody(String end) {
        int outer = loops;
        loops = 0;
        List<Stmt> body = bodyToEnd(end);
        loops = outer;
        return body;
    }

    private void statement(int line, List<Stmt> out) {
        String tag = tokens.expect(Token.Kind.NAME, "the name of a tag").text();
        switch (tag) {
            case "if" -> out.add(ifTag(line));
            case "for" -> out.add(forTag(line));
            case "set" -> out.add(setTag(line));
            case "print" -> printTag(line, out);
            case "macro" -> out.add(macroTag(line));
            case "call" -> out.add(callTag(line));
            case "filter" -> out.add(filterTag(line));
            case "with" -> out.add(withTag(line));
            case "generation" -> out.add(new Stmt.Generation(functionBody("endgeneration"), line));
            case "break" -> out.add(new Stmt.Break(inLoop(line)));
            case "continue" -> out.add(new Stmt.Continue(inLoop(line)));
            default -> {
                boolean known = REFUSED.contains(tag);
                throw new Fault(
                        known ? FaultReason.UNSUPPORTED : FaultReason.SYNTAX,
                        (known ? "the tag '" : "unknown tag '") + tag + "'",
                        line);
            }
        }
    }

    private int inLoop(int line) {
        if (loops == 0) {
            throw new Fault(FaultReason.SYNTAX, "break and continue need a loop around them", line);
        }
        return line;
    }

    private Stmt ifTag(int line) {
        List<Stmt.If.Branch> branches = new ArrayList<>();
        Expr test = tuple(false);
        List<Stmt> body = body("elif", "else", "endif");
        branches.add(new Stmt.If.Branch(test, body));
        while (tokens.skipName("elif")) {
            test = tuple(false);
            branches.add(new Stmt.If.Branch(test, body("elif", "else", "endif")));
        }
        List<Stmt> otherwise = tokens.skipName("else") ? body("endif") : List.of();
        tokens.take();
        return new Stmt.If(branches, otherwise, line);
    }

    private Stmt forTag(int line) {
        Target target = target(false);
        if (!tokens.skipName("in")) {
            throw tokens.unexpected("'in'");
        }
        Expr source = tuple(false, "recursive");
        Optional<Expr> filter = tokens.skipName("if") ? Optional.of(expressions.expression()) : Optional.empty();
        boolean recursive = tokens.skipName("recursive");
        loops++;
        List<Stmt> body = body("endfor", "else");
        loops--;
        List<Stmt> otherwise = tokens.skipName("else") ? body("endfor") : List.of();
        tokens.take();
        return new Stmt.For(target, source, filter, recursive, body, otherwise, line);
    }

    private Stmt setTag(int line) {
        Target target = target(true);
        if (tokens.skipOperator("=")) {
            return new Stmt.Assign(target, tuple(true), line);
        }
        List<Expr.Filter> filters = filters();
        return new Stmt.AssignBlock(target, filters, bodyToEnd("endset"), line);
    }

    /** Filters in a row, each behind its bar. */
    private List<Expr.Filter> filters() {
        List<Expr.Filter> filters = new ArrayList<>();
        while (tokens.skipOperator("|")) {
            filters.add(expressions.primary().filter());
        }
        return filters;
    }

    private void printTag(int line, List<Stmt> out) {
        do {
            out.add(new Stmt.Print(expressions.expression(), line));
        } while (tokens.skipOperator(",") && !tokens.is(Token.Kind.BLOCK_END));
    }

    private Stmt macroTag(int line) {
        String name = tokens.expect(Token.Kind.NAME, "the name of the macro").text();
        Signature signature = signature();
        return new Stmt.Macro(name, signature, functionBody("endmacro"), line);
    }

    private Stmt callTag(int line) {
        Signature signature = tokens.isOperator("(") ? signature() : new Signature(List.of(), List.of());
        if (!(expressions.expression() instanceof Expr.Call call)) {
            throw tokens.syntax("a call block needs a call");
        }
        return new Stmt.CallBlock(call, signature, functionBody("endcall"), line);
    }

    private Signature signature() {
        List<String> names = new ArrayList<>();
        List<Expr> defaults = new ArrayList<>();
        tokens.expectOperator("(");
        while (!tokens.isOperator(")")) {
            if (!names.isEmpty()) {
                tokens.expectOperator(",");
            }
            String name =
                    assignable(tokens.expect(Token.Kind.NAME, "a parameter").text());
            if (names.contains(name)) {
                throw tokens.syntax("the parameter '" + name + "' stands twice");
            }
            names.add(name);
            if (tokens.skipOperator("=")) {
                defaults.add(expressions.expression());
            } else if (!defaults.isEmpty()) {
                throw tokens.syntax("a parameter without default follows one with default");
            }
        }
        tokens.take();
        return new Signature(names, defaults);
    }

    private Stmt filterTag(int line) {
        List<Expr.Filter> filters =
                new ArrayList<>(List.of(expressions.primary().filter()));
        filters.addAll(filters());
        return new Stmt.FilterBlock(filters, bodyToEnd("endfilter"), line);
    }

    private Stmt withTag(int line) {
        List<Target> targets = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        while (!tokens.is(Token.Kind.BLOCK_END)) {
            if (!targets.isEmpty()) {
                tokens.expectOperator(",");
            }
            targets.add(target(false));
            tokens.expectOperator("=");
            values.add(expressions.expression());
        }
        return new Stmt.With(targets, values, bodyToEnd("endwith"), line);
    }

    /** What can be assigned to; several with commas between them unpack a sequence. */
    private Target target(boolean members) {
        List<Target> targets = new ArrayList<>(List.of(oneTarget(members)));
        boolean comma = false;
        while (tokens.skipOperator(",")) {
            comma = true;
            if (tokens.is(Token.Kind.BLOCK_END) || tokens.isOperator(")")) {
                break;
            }
            targets.add(oneTarget(members));
        }
        return comma ? new Target.Unpack(targets) : targets.get(0);
    }

    private Target oneTarget(boolean members) {
        tokens.enter();
        Target target;
        if (tokens.skipOperator("(")) {
            target = target(members);
            tokens.expectOperator(")");
        } else {
            String name = assignable(
                    tokens.expect(Token.Kind.NAME, "a name to assign to").text());
            target = members && tokens.skipOperator(".")
                    ? new Target.Member(
                            name, tokens.expect(Token.Kind.NAME, "a name").text())
                    : new Target.Variable(name);
        }
        tokens.leave(1);
        return target;
    }

    private String assignable(String name) {
        return switch (name) {
            case "true", "false", "none", "True", "False", "None" -> throw tokens.syntax("cannot assign to " + name);
            default -> name;
        };
    }

    /** One expression, or several with commas between them as a tuple. */
    private Expr tuple(boolean withChoice, String... endNames) {
        List<Expr> items = new ArrayList<>();
        items.add(withChoice ? expressions.expression() : expressions.withoutChoice());
        boolean comma = false;
        while (tokens.skipOperator(",")) {
            comma = true;
            boolean ended = tokens.is(Token.Kind.BLOCK_END) || tokens.is(Token.Kind.PRINT_END);
            for (String name : endNames) {
                ended |= tokens.isName(name);
            }
            if (ended) {
                break;
            }
            items.add(withChoice ? expressions.expression() : expressions.withoutChoice());
        }
        return comma ? new Expr.TupleOf(items) : items.get(0);
    }
}

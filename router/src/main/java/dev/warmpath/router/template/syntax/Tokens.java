package dev.warmpath.router.template.syntax;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import java.util.List;

/** The parser's place in the tokens, and how deep it is inside other constructs. */
final class Tokens {

    private final List<Token> tokens;
    private final int maxNesting;
    private int at;
    private int depth;

    Tokens(List<Token> tokens, int maxNesting) {
        this.tokens = tokens;
        this.maxNesting = maxNesting;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peekSecond() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token take() {
        Token token = tokens.get(at);
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    boolean is(Token.Kind kind) {
        return peek().kind() == kind;
    }

    boolean isOperator(String symbol) {
        return peek().isOperator(symbol);
    }

    boolean isName(String name) {
        return peek().isName(name);
    }

    /** Takes the operator if it is next. */
    boolean skipOperator(String symbol) {
        boolean found = isOperator(symbol);
        if (found) {
            take();
        }
        return found;
    }

    /** Takes the name if it is next. */
    boolean skipName(String name) {
        boolean found = isName(name);
        if (found) {
            take();
        }
        return found;
    }

    Token expect(Token.Kind kind, String what) {
        if (!is(kind)) {
            throw unexpected(what);
        }
        return take();
    }

    void expectOperator(String symbol) {
        if (!skipOperator(symbol)) {
            throw unexpected("'" + symbol + "'");
        }
    }

    Fault unexpected(String expected) {
        return syntax("expected " + expected + ", found " + peek().shown());
    }

    Fault syntax(String message) {
        return new Fault(FaultReason.SYNTAX, message, peek().line());
    }

    /**
     * One construct deeper. Counts operators in a row, too: they make a tree as deep as they are many. Every call has its
     * {@link #leave}.
     */
    void enter() {
        if (++depth > maxNesting) {
            throw new Fault(
                    FaultReason.LIMIT, "more than " + maxNesting + " constructs inside each other", peek().line());
        }
    }

    void leave(int levels) {
        depth -= levels;
    }
}

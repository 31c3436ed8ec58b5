package dev.warmpath.router.template.syntax;

/**
 * One token.
 *
 * @param text what it is: a name, an operator, plain text; for strings their value
 * @param value a number's value; for all else the text
 * @param line where it starts, counted from 1
 */
record Token(Kind kind, String text, Object value, int line) {

    enum Kind {
        /** Text outside of tags. */
        DATA,
        /** Two opening braces. */
        PRINT_BEGIN,
        PRINT_END,
        /** An opening brace and a percent sign. */
        BLOCK_BEGIN,
        BLOCK_END,
        NAME,
        STRING,
        INTEGER,
        FLOAT,
        OPERATOR,
        END
    }

    static Token of(Kind kind, String text, int line) {
        return new Token(kind, text, text, line);
    }

    boolean isName(String name) {
        return kind == Kind.NAME && text.equals(name);
    }

    boolean isOperator(String symbol) {
        return kind == Kind.OPERATOR && text.equals(symbol);
    }

    /** How a message names it. */
    String shown() {
        return switch (kind) {
            case END -> "the end of the template";
            case PRINT_END, BLOCK_END -> "the end of the tag";
            case DATA, PRINT_BEGIN, BLOCK_BEGIN -> "text";
            case STRING -> "a string";
            case INTEGER, FLOAT -> "a number";
            case NAME, OPERATOR -> "'" + text + "'";
        };
    }
}

package dev.warmpath.router.template.syntax;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import dev.warmpath.router.template.text.CharType;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts the inside of tags into names, numbers, strings and operators. Knows which brackets are open. */
final class TagScanner {

    /** Fractional part, exponent or both; digits may be grouped by underscores. */
    private static final Pattern FLOAT =
            Pattern.compile("\\d+(?:_\\d+)*(?:\\.\\d+(?:_\\d+)*(?:[eE][+-]?\\d+(?:_\\d+)*)?|[eE][+-]?\\d+(?:_\\d+)*)");

    private static final Pattern INTEGER = Pattern.compile(
            "0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0[xX](?:_?[0-9a-fA-F])+" + "|[1-9](?:_?\\d)*|0(?:_?0)*");

    /** Longest first, so that the first that fits is the right one. */
    private static final String[] OPERATORS = {
        "//", "**", "==", "!=", "<=", ">=", "+", "-", "/", "*", "%", "~", "[", "]", "(", ")", "{", "}", "<", ">", "=",
        ".", ":", "|", ",", ";"
    };

    private final String source;
    private final Deque<Character> open = new ArrayDeque<>();

    TagScanner(String source) {
        this.source = source;
    }

    /** Whether a tag may end here. */
    boolean isBalanced() {
        return open.isEmpty();
    }

    /** The offset of the next character that is no white space. */
    int skipSpace(int from) {
        int at = from;
        while (at < source.length() && CharType.isSpace(source.charAt(at))) {
            at++;
        }
        return at;
    }

    /** The token at an offset where no white space stands, and where it ends. */
    Scanned scan(int at, int line) {
        char c = source.charAt(at);
        if (c == '\'' || c == '"') {
            int end = StringLiteral.end(source, at, line);
            return new Scanned(
                    Token.of(Token.Kind.STRING, StringLiteral.value(source.substring(at + 1, end - 1), line), line),
                    end);
        }
        if (c >= '0' && c <= '9') {
            return number(at, line);
        }
        if (Character.isUnicodeIdentifierStart(source.codePointAt(at)) || c == '_') {
            int end = at;
            while (end < source.length()
                    && Character.isUnicodeIdentifierPart(source.codePointAt(end))
                    && !Character.isIdentifierIgnorable(source.codePointAt(end))) {
                end += Character.charCount(source.codePointAt(end));
            }
            return new Scanned(Token.of(Token.Kind.NAME, source.substring(at, end), line), end);
        }
        for (String operator : OPERATORS) {
            if (source.startsWith(operator, at)) {
                balance(operator.charAt(0), line);
                return new Scanned(Token.of(Token.Kind.OPERATOR, operator, line), at + operator.length());
            }
        }
        throw new Fault(FaultReason.SYNTAX, "unexpected character '" + c + "'", line);
    }

    private void balance(char c, int line) {
        switch (c) {
            case '(' -> open.push(')');
            case '[' -> open.push(']');
            case '{' -> open.push('}');
            case ')', ']', '}' -> {
                Character expected = open.poll();
                if (expected == null) {
                    throw new Fault(FaultReason.SYNTAX, "unexpected '" + c + "'", line);
                }
                if (expected != c) {
                    throw new Fault(FaultReason.SYNTAX, "unexpected '" + c + "', expected '" + expected + "'", line);
                }
            }
            default -> {}
        }
    }

    private Scanned number(int at, int line) {
        Matcher floating = FLOAT.matcher(source).region(at, source.length());
        boolean afterDot = at > 0 && source.charAt(at - 1) == '.';
        if (!afterDot && floating.lookingAt()) {
            String text = floating.group();
            return new Scanned(
                    new Token(Token.Kind.FLOAT, text, Double.valueOf(text.replace("_", "")), line), floating.end());
        }
        Matcher integer = INTEGER.matcher(source).region(at, source.length());
        if (!integer.lookingAt()) {
            throw new Fault(FaultReason.SYNTAX, "unexpected character '" + source.charAt(at) + "'", line);
        }
        String text = integer.group();
        return new Scanned(new Token(Token.Kind.INTEGER, text, integerValue(text, line), line), integer.end());
    }

    private static Object integerValue(String text, int line) {
        String digits = text.replace("_", "").toLowerCase(Locale.ROOT);
        int radix = digits.startsWith("0x") ? 16 : digits.startsWith("0o") ? 8 : digits.startsWith("0b") ? 2 : 10;
        if (digits.length() > MAX_DIGITS) {
            throw new Fault(FaultReason.LIMIT, "a number of more than " + MAX_DIGITS + " digits", line);
        }
        BigInteger value = new BigInteger(radix == 10 ? digits : digits.substring(2), radix);
        return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
    }

    /** Python reads no longer ones. */
    private static final int MAX_DIGITS = 4300;

    /** A token and the offset behind it. */
    record Scanned(Token token, int end) {}
}

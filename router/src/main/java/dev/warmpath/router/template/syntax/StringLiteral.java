package dev.warmpath.router.template.syntax;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;

/** Strings in the source and the escapes in them, which are Python's; an unknown escape stands for itself. */
final class StringLiteral {

    private StringLiteral() {}

    /** The offset behind the closing quote of the string that starts here. */
    static int end(String source, int start, int line) {
        char quote = source.charAt(start);
        for (int i = start + 1; i < source.length(); i++) {
            char c = source.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == quote) {
                return i + 1;
            }
        }
        throw new Fault(FaultReason.SYNTAX, "a string is not closed", line);
    }

    /** The value of a string's inside. */
    static String value(String inside, int line) {
        if (inside.indexOf('\\') < 0) {
            return inside;
        }
        StringBuilder out = new StringBuilder(inside.length());
        for (int i = 0; i < inside.length(); ) {
            char c = inside.charAt(i);
            if (c != '\\' || i + 1 == inside.length()) {
                out.append(c);
                i++;
            } else {
                i = escape(inside, i + 1, out, line);
            }
        }
        return out.toString();
    }

    /** One escape, from the character after the backslash on; returns where it ends. */
    private static int escape(String text, int at, StringBuilder out, int line) {
        char c = text.charAt(at);
        switch (c) {
            case '\n' -> {}
            case 'n' -> out.append('\n');
            case 't' -> out.append('\t');
            case 'r' -> out.append('\r');
            case '\\', '\'', '"' -> out.append(c);
            case 'a' -> out.append('\u0007');
            case 'b' -> out.append('\b');
            case 'f' -> out.append('\f');
            case 'v' -> out.append('\u000b');
            case 'x' -> {
                return hex(text, at + 1, 2, out, line);
            }
            case 'u' -> {
                return hex(text, at + 1, 4, out, line);
            }
            case 'U' -> {
                return hex(text, at + 1, 8, out, line);
            }
            case 'N' -> throw new Fault(FaultReason.UNSUPPORTED, "characters by name, as in \\N{...}", line);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                return octal(text, at, out);
            }
            default -> out.append('\\').append(c);
        }
        return at + 1;
    }

    private static int octal(String text, int start, StringBuilder out) {
        int value = 0;
        int at = start;
        while (at < text.length() && at < start + 3 && text.charAt(at) >= '0' && text.charAt(at) <= '7') {
            value = value * 8 + text.charAt(at++) - '0';
        }
        out.append((char) value);
        return at;
    }

    private static int hex(String text, int start, int digits, StringBuilder out, int line) {
        long value = 0;
        for (int i = start; i < start + digits; i++) {
            int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0) {
                throw new Fault(FaultReason.SYNTAX, "an escape in a string misses hexadecimal digits", line);
            }
            value = value * 16 + digit;
        }
        if (value > Character.MAX_CODE_POINT) {
            throw new Fault(FaultReason.SYNTAX, "an escape in a string is no Unicode character", line);
        }
        out.appendCodePoint((int) value);
        return start + digits;
    }
}

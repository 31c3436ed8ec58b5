package dev.warmpath.router.template.text;

/** A string as Python's {@code repr} writes it: single quotes unless only they would need escaping. */
public final class Quoted {

    private static final String HEX = "0123456789abcdef";

    private Quoted() {}

    public static void append(String s, StringBuilder out) {
        char quote = s.indexOf('\'') >= 0 && s.indexOf('"') < 0 ? '"' : '\'';
        out.append(quote);
        for (int i = 0; i < s.length(); ) {
            int c = s.codePointAt(i);
            i += Character.charCount(c);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c == quote) {
                        out.append('\\').append(quote);
                    } else if (CharType.isPrintable(c)) {
                        out.appendCodePoint(c);
                    } else {
                        appendEscape(c, out);
                    }
                }
            }
        }
        out.append(quote);
    }

    private static void appendEscape(int c, StringBuilder out) {
        if (c < 0x100) {
            hex(c, 2, out.append("\\x"));
        } else if (c < 0x10000) {
            hex(c, 4, out.append("\\u"));
        } else {
            hex(c, 8, out.append("\\U"));
        }
    }

    /** The lowest hexadecimal digits of a number, in lower case. */
    public static void hex(int value, int digits, StringBuilder out) {
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            out.append(HEX.charAt((value >>> shift) & 0xf));
        }
    }
}

package dev.warmpath.router.template.text;

/** Python's classes of characters where Java's are different. */
public final class CharType {

    private CharType() {}

    /** What {@code str.isspace} says of one character, and what {@code strip} and {@code split} remove. */
    public static boolean isSpace(int c) {
        return isWhiteSpace(c) || (c >= 0x1c && c <= 0x1f);
    }

    /** White space as Unicode has it, and as {@code \s} of tokenizers has it: Python's without four separators. */
    public static boolean isWhiteSpace(int c) {
        if (c < 0x80) {
            return c == ' ' || (c >= 0x09 && c <= 0x0d);
        }
        return c == 0x85
                || c == 0xa0
                || c == 0x1680
                || (c >= 0x2000 && c <= 0x200a)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202f
                || c == 0x205f
                || c == 0x3000;
    }

    /** What ends a line for {@code str.splitlines}. */
    public static boolean isLineEnd(int c) {
        return (c >= 0x0a && c <= 0x0d) || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    /** Whether {@code repr} shows the character itself. */
    public static boolean isPrintable(int c) {
        if (c == ' ') {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }

    /** Whether the character has a case and it is upper or title. */
    public static boolean isUpper(int c) {
        return Character.isUpperCase(c);
    }

    public static boolean isLower(int c) {
        return Character.isLowerCase(c);
    }

    public static boolean isTitle(int c) {
        return Character.isTitleCase(c);
    }

    /** Whether case mapping knows the character, so that a word goes on after it in title case. */
    public static boolean isCased(int c) {
        return isUpper(c) || isLower(c) || isTitle(c);
    }

    /** A regular expression's {@code \w}. */
    public static boolean isWord(int c) {
        return c == '_' || isAlphanumeric(c);
    }

    public static boolean isAlphanumeric(int c) {
        return Character.isLetter(c) || isNumeric(c);
    }

    /** Characters with a numeric value: digits, fractions, Roman and other numerals. */
    public static boolean isNumeric(int c) {
        return switch (Character.getType(c)) {
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> Character.isIdeographic(c) && "〇一二三四五六七八九十百千万億兆".indexOf(c) >= 0;
        };
    }

    public static boolean isDecimal(int c) {
        return Character.getType(c) == Character.DECIMAL_DIGIT_NUMBER;
    }

    /** Decimal digits, superscripts, subscripts and circled digits. */
    public static boolean isDigit(int c) {
        return isDecimal(c)
                || c == 0xb2
                || c == 0xb3
                || c == 0xb9
                || c == 0x2070
                || (c >= 0x2074 && c <= 0x2079)
                || (c >= 0x2080 && c <= 0x2089)
                || (c >= 0x2460 && c <= 0x2468)
                || (c >= 0x2474 && c <= 0x247c)
                || (c >= 0x2488 && c <= 0x2490);
    }
}

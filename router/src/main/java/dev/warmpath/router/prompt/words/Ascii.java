package dev.warmpath.router.prompt.words;

/**
 * What tokenizers' expressions tell apart in ASCII text, and the pieces of text that they name: each method takes the
 * longest run from a place on and gives the place behind it.
 */
final class Ascii {

    static final int CHARS = 128;

    private static final byte MARK = 0;
    private static final byte UPPER = 1;
    private static final byte LOWER = 2;
    private static final byte DIGIT = 4;
    private static final byte SPACE = 8;
    private static final byte NEW_LINE = 16;

    private static final byte LETTER = UPPER | LOWER;
    private static final byte ANY_SPACE = SPACE | NEW_LINE;

    private static final byte[] KINDS = kinds();

    private Ascii() {}

    private static byte[] kinds() {
        byte[] kinds = new byte[CHARS];
        for (char c = 0; c < CHARS; c++) {
            kinds[c] = kind(c);
        }
        return kinds;
    }

    private static byte kind(char c) {
        if (c >= 'A' && c <= 'Z') {
            return UPPER;
        }
        if (c >= 'a' && c <= 'z') {
            return LOWER;
        }
        if (c >= '0' && c <= '9') {
            return DIGIT;
        }
        return switch (c) {
            case '\r', '\n' -> NEW_LINE;
            case ' ', '\t', '\f', '\u000b' -> SPACE;
            default -> MARK;
        };
    }

    private static boolean is(String text, int at, byte kinds) {
        return at < text.length() && (KINDS[text.charAt(at)] & kinds) != 0;
    }

    private static int run(String text, int at, byte kinds) {
        int end = at;
        while (is(text, end, kinds)) {
            end++;
        }
        return end;
    }

    static int letters(String text, int at) {
        return run(text, at, LETTER);
    }

    static int upper(String text, int at) {
        return run(text, at, UPPER);
    }

    static int lower(String text, int at) {
        return run(text, at, LOWER);
    }

    /** Of at most so many. */
    static int digits(String text, int at, int most) {
        int end = at;
        while (end - at < most && is(text, end, DIGIT)) {
            end++;
        }
        return end;
    }

    /** What is no letter, no digit and no space. */
    static int marks(String text, int at) {
        int end = at;
        while (end < text.length() && KINDS[text.charAt(end)] == MARK) {
            end++;
        }
        return end;
    }

    static int newLines(String text, int at) {
        return run(text, at, NEW_LINE);
    }

    /** Behind a blank, if there is one. */
    static int blank(String text, int at) {
        return at < text.length() && text.charAt(at) == ' ' ? at + 1 : at;
    }

    /** Behind a character that may stand before the letters of a word: none of a word or a number, and no new line. */
    static int opener(String text, int at) {
        return at < text.length() && (KINDS[text.charAt(at)] & (LETTER | DIGIT | NEW_LINE)) == 0 ? at + 1 : at;
    }

    /** The ending of an English word that an apostrophe begins: {@code 's 't 'm 'd 're 've 'll}, in any case of letters. */
    static int ending(String text, int at) {
        if (at + 1 >= text.length() || text.charAt(at) != '\'') {
            return at;
        }
        char second = at + 2 < text.length() ? small(text.charAt(at + 2)) : 0;
        return at
                + switch (small(text.charAt(at + 1))) {
                    case 's', 't', 'm', 'd' -> 2;
                    case 'r', 'v' -> second == 'e' ? 3 : 0;
                    case 'l' -> second == 'l' ? 3 : 0;
                    default -> 0;
                };
    }

    private static char small(char c) {
        return KINDS[c] == UPPER ? (char) (c | 0x20) : c;
    }

    /** Spaces up to the last new line among them; none if there is no new line. */
    static int spacesToNewLine(String text, int at) {
        int end = run(text, at, ANY_SPACE);
        while (end > at && !is(text, end - 1, NEW_LINE)) {
            end--;
        }
        return end;
    }

    /** Spaces, but for the last one where something follows that it belongs to; a single one stands alone. */
    static int spacesBefore(String text, int at) {
        int end = run(text, at, ANY_SPACE);
        return end < text.length() && end - at > 1 ? end - 1 : end;
    }
}

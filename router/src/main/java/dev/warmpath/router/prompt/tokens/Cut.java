package dev.warmpath.router.prompt.tokens;

import dev.warmpath.router.template.text.CharType;

/**
 * Whether and how a text is cut at an added token.
 *
 * @param allowed whether it is; if not, the token stays inside a piece and is left to the library
 * @param takesLeft whether white space before the token belongs to it ({@code lstrip})
 * @param takesRight whether white space behind the token belongs to it ({@code rstrip})
 */
record Cut(boolean allowed, boolean takesLeft, boolean takesRight) {

    /** A token that stays inside a piece. */
    static final Cut NONE = new Cut(false, false, false);

    /** Where the piece ends that is before a token that starts at {@code tokenStart}. */
    int endBefore(String text, int pieceStart, int tokenStart) {
        int end = tokenStart;
        while (takesLeft && end > pieceStart && CharType.isWhiteSpace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    /** Where the piece starts that is behind a token that ends at {@code tokenEnd}. */
    int startBehind(String text, int tokenEnd) {
        int start = tokenEnd;
        while (takesRight && start < text.length() && CharType.isWhiteSpace(text.charAt(start))) {
            start++;
        }
        return start;
    }
}

package dev.warmpath.router.prompt.tokens;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Goes from one added token in a text to the next: the leftmost first and of those the longest, as the tokenizer library
 * does.
 *
 * <p>Nearly every character of a text starts no token, so what counts is how fast those are passed over. Tokens of one
 * model mostly start with one or two letters (an angle bracket, a square one). While there are few, each letter's next
 * place is looked up with {@link String#indexOf(int, int)}, which the JVM does for many characters at a time. To look at
 * each character by itself, and to hash each, was two fifths of what a long conversation's next turn cost.
 */
final class TokenWalk {

    /** With more first letters than this, one look at each character is cheaper than a search for each letter. */
    private static final int FEW_LETTERS = 4;

    private final AddedTokens tokens;
    private final String text;
    private final char[] letters;

    /** Where each letter stands next, at or behind the place that was asked for last; null when they are many. */
    private final int @Nullable [] places;

    private @Nullable AddedToken token;
    private int start;
    private int end;

    TokenWalk(AddedTokens tokens, String text) {
        this.tokens = tokens;
        this.text = text;
        this.letters = tokens.firstLetters();
        if (letters.length <= FEW_LETTERS) {
            places = new int[letters.length];
            Arrays.fill(places, -1);
        } else {
            places = null;
        }
    }

    /** Moves on to the next token, or to the end of the text when there is none. */
    @Nullable
    AddedToken next() {
        int at = candidate(end);
        token = null;
        while (at < text.length() && token == null) {
            token = tokens.longestAt(text, at);
            if (token == null) {
                at = candidate(at + 1);
            }
        }
        start = at;
        end = token == null ? at : at + token.content().length();
        return token;
    }

    /** Where the token starts that was found last; the text's length when there was none. */
    int start() {
        return start;
    }

    /** The place behind the token that was found last. */
    int end() {
        return end;
    }

    /** The first place from here on where a token's first letter stands, or the text's length. */
    private int candidate(int from) {
        if (places == null) {
            int at = from;
            while (at < text.length() && Arrays.binarySearch(letters, text.charAt(at)) < 0) {
                at++;
            }
            return at;
        }
        int nearest = text.length();
        for (int i = 0; i < places.length; i++) {
            if (places[i] < from) {
                int found = text.indexOf(letters[i], from);
                places[i] = found < 0 ? text.length() : found;
            }
            nearest = Math.min(nearest, places[i]);
        }
        return nearest;
    }
}

package dev.warmpath.router.prompt.tokens;

import java.util.ArrayList;
import java.util.List;

/**
 * A short text that a template writes, cut at the added tokens in it: it writes the same few between all the messages of
 * a chat.
 *
 * @param text what was cut
 * @param pieces a {@link String} for each text between cuts, which is not at its end yet if it is the last, and an {@link
 *     AddedToken} for each token
 * @param begins whether its end could be the beginning of a token
 */
record CutPart(String text, List<Object> pieces, boolean begins) {

    /** Cuts a text of any length. */
    static CutPart of(String text, AddedTokens added) {
        List<Object> pieces = new ArrayList<>();
        TokenWalk walk = added.walk(text);
        int start = 0;
        for (AddedToken token = walk.next(); token != null; token = walk.next()) {
            Cut cut = token.cut();
            if (cut.allowed()) {
                add(pieces, text, start, cut.endBefore(text, start, walk.start()));
                pieces.add(token);
                start = cut.startBehind(text, walk.end());
            }
        }
        add(pieces, text, start, text.length());
        return new CutPart(text, pieces, added.beginsAtEnd(text));
    }

    private static void add(List<Object> pieces, String text, int start, int end) {
        if (start < end) {
            pieces.add(text.substring(start, end));
        }
    }
}

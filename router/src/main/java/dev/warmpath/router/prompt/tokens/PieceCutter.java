package dev.warmpath.router.prompt.tokens;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a text that comes in parts into pieces, at the added tokens between them, as if it came whole.
 *
 * <p>The idea: what a template writes between messages is short, and is searched for tokens in each prompt; the text of a
 * message that was there in the last one is taken as what it was then, a stretch without a cut ({@link KnownText}). Its
 * piece is the one of the last prompt if what stands around it is the same, too: two short comparisons, whatever its
 * length.
 *
 * <p>That is right as long as no token reaches from one part into the next. So where the end of a part could be the beginning of
 * a token, whatever follows, {@link #cut} gives up, and the text has to be cut as a whole. That is rare: nobody writes the
 * first half of a special token into a template or at the end of a message, unless to find out what happens.
 */
final class PieceCutter {

    /** Takes the pieces, in their order. */
    interface Sink {

        /** Text between two cuts; never empty. */
        void piece(String text) throws UnencodableText, TextTooLarge;

        /** The same, of which the middle is a known text. */
        void piece(String before, KnownText text, String behind) throws UnencodableText, TextTooLarge;

        /** A token that the text was cut at. */
        void token(AddedToken token);
    }

    /** What a template writes between two messages. */
    private static final int MOST_SHORT_CHARS = 128;

    /** One for each role, the first and the last ones. */
    private static final int MOST_SHORT_PARTS = 8;

    private final AddedTokens added;
    private final int tokenizer;
    private final Sink sink;

    private final List<CutPart> shortParts = new ArrayList<>(MOST_SHORT_PARTS);

    /** The piece that is not at its end yet, in parts. */
    private final List<String> open = new ArrayList<>();

    /** The known text among them, if there is just one. */
    private @Nullable KnownText middle;

    private int knownTexts;
    private int middleAt;

    PieceCutter(AddedTokens added, int tokenizer, Sink sink) {
        this.added = added;
        this.tokenizer = tokenizer;
        this.sink = sink;
    }

    /** Cuts a text; false when that cannot be done by its parts. Pieces may have been handed over nevertheless. */
    boolean cut(PromptText text) throws UnencodableText, TextTooLarge {
        int count = text.parts().size();
        if (count > 1 && added.takeSpace()) {
            return false;
        }
        text.rewind();
        for (int i = 0; i < count; i++) {
            String part = text.parts().get(i);
            KnownText known = text.known(part);
            if (known != null && isUncut(known)) {
                middle = known;
                middleAt = open.size();
                knownTexts++;
                open.add(part);
            } else {
                CutPart cut = cutPart(part);
                add(cut);
                if (i + 1 < count && cut.begins()) {
                    return false;
                }
            }
        }
        end();
        return true;
    }

    private boolean isUncut(KnownText known) {
        KnownText.Use use = known.use();
        if (use == null || use.tokenizer() != tokenizer) {
            use = new KnownText.Use(tokenizer, looksUncut(known.text()), "", "", null);
            known.remember(use);
        }
        return use.uncut();
    }

    private boolean looksUncut(String text) {
        TokenWalk walk = added.walk(text);
        for (AddedToken token = walk.next(); token != null; token = walk.next()) {
            if (token.cut().allowed()) {
                return false;
            }
        }
        return !added.beginsAtEnd(text);
    }

    private CutPart cutPart(String text) {
        if (text.length() > MOST_SHORT_CHARS) {
            return CutPart.of(text, added);
        }
        for (int i = 0; i < shortParts.size(); i++) {
            if (shortParts.get(i).text().equals(text)) {
                return shortParts.get(i);
            }
        }
        CutPart part = CutPart.of(text, added);
        if (shortParts.size() < MOST_SHORT_PARTS) {
            shortParts.add(part);
        }
        return part;
    }

    private void add(CutPart part) throws UnencodableText, TextTooLarge {
        for (int i = 0; i < part.pieces().size(); i++) {
            if (part.pieces().get(i) instanceof AddedToken token) {
                end();
                sink.token(token);
            } else {
                open.add((String) part.pieces().get(i));
            }
        }
    }

    private void end() throws UnencodableText, TextTooLarge {
        if (open.isEmpty()) {
            return;
        }
        // Several messages in one piece will be another one in the next turn: nothing of them is worth remembering.
        if (middle != null && knownTexts == 1) {
            sink.piece(joined(0, middleAt), middle, joined(middleAt + 1, open.size()));
        } else {
            sink.piece(joined(0, open.size()));
        }
        open.clear();
        middle = null;
        knownTexts = 0;
    }

    private String joined(int from, int to) {
        return switch (to - from) {
            case 0 -> "";
            case 1 -> open.get(from);
            default -> String.join("", open.subList(from, to));
        };
    }
}

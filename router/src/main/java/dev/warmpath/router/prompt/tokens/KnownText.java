package dev.warmpath.router.prompt.tokens;

import dev.warmpath.router.prompt.cache.Remembered;
import org.jspecify.annotations.Nullable;

/**
 * A long text of a message that is kept from turn to turn, with what became of it in the last prompt: the piece that it
 * was a part of, and the short texts that its template wrote before and behind it there. Found by the identity of the
 * text, so that nothing of it is looked at. Safe for any number of threads: what is remembered is replaced, never changed.
 */
public final class KnownText {

    /**
     * What a tokenizer made of the text.
     *
     * @param tokenizer its number
     * @param uncut whether no token that texts are cut at stands in it, nor begins at its end
     * @param before what stood between the cut before it and the text
     * @param behind what stood between the text and the next cut
     * @param piece all three as token ids, or null when it was in no piece of its own yet
     */
    record Use(
            int tokenizer,
            boolean uncut,
            String before,
            String behind,
            @Nullable Piece piece) {

        /** The piece, if these texts stood around it. */
        @Nullable
        Piece piece(String wantedBefore, String wantedBehind) {
            return before.equals(wantedBefore) && behind.equals(wantedBehind) ? piece : null;
        }
    }

    /** The record, and two short strings. */
    private static final int USE_BYTES = 144;

    /** Piece and array header. */
    private static final int PIECE_BYTES = 48;

    private final String text;
    private final Remembered home;
    private volatile @Nullable Use use;

    /**
     * A text of which nothing is known yet.
     *
     * @param home what is kept in the cache with the text in it, and counts {@link #bytes}
     */
    public KnownText(String text, Remembered home) {
        this.text = text;
        this.home = home;
    }

    /** Whether it is this very text; one that only says the same would have to be looked at. */
    @SuppressWarnings("ReferenceEquality")
    public boolean isOf(String other) {
        return text == other;
    }

    String text() {
        return text;
    }

    Remembered home() {
        return home;
    }

    @Nullable
    Use use() {
        return use;
    }

    void remember(Use latest) {
        use = latest;
    }

    /** Bytes of what is remembered, without the text. */
    public long bytes() {
        Use now = use;
        if (now == null) {
            return 0;
        }
        long around = USE_BYTES + (long) Character.BYTES * (now.before.length() + now.behind.length());
        return now.piece == null ? around : around + PIECE_BYTES + now.piece.ownBytes();
    }
}

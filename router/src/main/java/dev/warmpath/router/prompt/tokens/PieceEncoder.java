package dev.warmpath.router.prompt.tokens;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Gathers the token ids of one prompt's pieces: what is remembered of them, and the tokenizer's work where nothing is. */
final class PieceEncoder implements PieceCutter.Sink {

    /**
     * A shorter piece of known words is put together anew sooner than it is kept: to keep it takes an entry of ten objects,
     * which live long, while most questions come once.
     */
    private static final int SHORT_CHARS = 256;

    /** What stands between the messages of a chat is no longer than this, and mostly a line feed. */
    private static final int MOST_REPEATED_CHARS = 32;

    private static final int SHORT_PIECES = 4;

    private final TextTokenizer tokenizer;
    private final SegmentCache cache;
    private final TextWanted wanted;
    private final TokenBuffer pieces = new TokenBuffer();
    private final @Nullable String[] shortTexts = new String[SHORT_PIECES];
    private final @Nullable Piece[] shortPieces = new Piece[SHORT_PIECES];
    private int shortCount;
    private int hits;
    private long hitTokens;

    PieceEncoder(TextTokenizer tokenizer, SegmentCache cache, TextWanted wanted) {
        this.tokenizer = tokenizer;
        this.cache = cache;
        this.wanted = wanted;
    }

    /** All that came; to be called once. */
    TokenBuffer pieces() {
        cache.count(hits, hitTokens);
        return pieces;
    }

    @Override
    public void token(AddedToken token) {
        pieces.add(token.piece());
    }

    @Override
    public void piece(String text) throws UnencodableText, TextTooLarge {
        Piece latest = shortPiece(text);
        if (latest != null) {
            pieces.add(latest);
            return;
        }
        requireWanted();
        Segment segment = new Segment(tokenizer.number(), text);
        Piece piece = cache.find(segment);
        if (piece == null) {
            piece = encode(segment);
        }
        pieces.add(piece);
        if (text.length() <= MOST_REPEATED_CHARS) {
            int place = shortCount++ % SHORT_PIECES;
            shortTexts[place] = text;
            shortPieces[place] = piece;
        }
    }

    /** A piece of this prompt that has this very text, which the cutter hands over again and again. */
    @SuppressWarnings("ReferenceEquality")
    private @Nullable Piece shortPiece(String text) {
        for (int i = 0; i < SHORT_PIECES; i++) {
            if (shortTexts[i] == text) {
                return shortPieces[i];
            }
        }
        return null;
    }

    private Piece encode(Segment segment) throws UnencodableText, TextTooLarge {
        String text = segment.text();
        int[] ids = tokenizer.encodeWords(text, wanted);
        if (ids != null && text.length() < SHORT_CHARS) {
            return new Piece(ids);
        }
        Piece piece = new Piece(segment, ids == null ? tokenizer.encodeByLibrary(text, wanted) : ids);
        cache.keepNew(piece);
        return piece;
    }

    @Override
    public void piece(String before, KnownText text, String behind) throws UnencodableText, TextTooLarge {
        requireWanted();
        KnownText.Use use = text.use();
        Piece known = use == null || use.tokenizer() != tokenizer.number() ? null : use.piece(before, behind);
        if (known == null) {
            pieces.add(encode(before, text, behind));
        } else {
            addKnown(known);
        }
    }

    private void addKnown(Piece known) {
        hits++;
        hitTokens += known.ids().length;
        pieces.add(known);
    }

    private Piece encode(String before, KnownText text, String behind) throws UnencodableText, TextTooLarge {
        String whole = before.concat(text.text()).concat(behind);
        Piece found = cache.find(new Segment(tokenizer.number(), whole));
        if (found != null) {
            return found;
        }
        Piece piece = new Piece(text.home(), tokenizer.encodeNew(whole, wanted));
        text.remember(new KnownText.Use(tokenizer.number(), true, before, behind, piece));
        cache.keepNew(piece);
        return piece;
    }

    private void requireWanted() {
        if (wanted.abandoned()) {
            throw new CancellationException("nobody waits for these tokens any more");
        }
    }
}

package dev.warmpath.router.prompt.tokens;

import dev.warmpath.router.prompt.cache.PromptCache;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Token ids of pieces of text, and the block hashes that end in them, in the cache that all models share. Keyed by the text itself and not by a
 * hash of it: a collision that a client could find would route by another prompt's blocks.
 *
 * <p>The pieces of a conversation are its turns, so its next turn finds all that went before; a system prompt that
 * thousands of conversations share is there once. Pieces that are one message's text ({@link KnownText}) are kept with the
 * message and not here.
 */
public final class SegmentCache {

    private final PromptCache cache;
    private final LongAdder hits = new LongAdder();
    private final LongAdder hitTokens = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /** Pieces in this cache. */
    public SegmentCache(PromptCache cache) {
        this.cache = cache;
    }

    /** Pieces in a cache of their own, of at most so many bytes; 0 turns it off. */
    public SegmentCache(long maxBytes) {
        this(new PromptCache(maxBytes));
    }

    /**
     * What is known of a piece, or null when it is not there. Two threads may both find a new piece missing and tokenize
     * it: to make one wait would hold up other pieces that share its lock.
     */
    @Nullable
    Piece find(Segment segment) {
        Piece known = (Piece) cache.find(segment);
        if (known != null) {
            count(1, known.ids().length);
        }
        return known;
    }

    /** Counts pieces that were found with their messages. */
    void count(long pieces, long tokens) {
        hits.add(pieces);
        hitTokens.add(tokens);
    }

    /** Keeps a piece that was not there, with what it belongs to. */
    void keepNew(Piece piece) {
        misses.increment();
        keep(piece);
    }

    /** To be called when a piece has grown that is kept. */
    void keep(Piece piece) {
        if (piece.home() != null) {
            cache.keep(piece.home());
        }
    }

    /** Bytes that all in the cache takes now. */
    public long bytes() {
        return cache.bytes();
    }

    /** Pieces that were there when asked for, since the start. */
    public long hits() {
        return hits.sum();
    }

    /** Tokens of the pieces that were there, since the start. */
    public long hitTokens() {
        return hitTokens.sum();
    }

    /** Pieces that had to be tokenized and were kept, since the start. */
    public long misses() {
        return misses.sum();
    }
}

package dev.warmpath.router.prompt.tokens;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Token ids of pieces of text, and the block hashes that end in them, within a budget of bytes that all models share. Keyed by the text itself and not by a
 * hash of it: a collision that a client could find would route by another prompt's blocks.
 *
 * <p>The pieces of a conversation are its turns, so its next turn finds all that went before; a system prompt that
 * thousands of conversations share is there once.
 */
public final class SegmentCache {

    /**
     * An entry's memory beside the characters and ids: Caffeine's node 40, the table's 32 and its slot 6, key 24, string
     * 24, two array headers 32, piece 24, frequency sketch 16, and what is lost to rounding sizes up.
     */
    private static final int ENTRY_BYTES = 200;

    private final Cache<Segment, Piece> cache;
    private final LongAdder hits = new LongAdder();
    private final LongAdder hitTokens = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /** A cache that holds at most so many bytes; 0 turns it off. */
    public SegmentCache(long maxBytes) {
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((Segment key, Piece piece) -> ENTRY_BYTES + key.textBytes() + piece.bytes())
                // Eviction is cheap and happens on the thread that stored; the common pool is not ours to fill.
                .executor(Runnable::run)
                .build();
    }

    /**
     * What is known of a piece, or null when it is not there. Two threads may both find a new piece missing and tokenize
     * it: to make one wait would hold up other pieces that share its lock.
     */
    @Nullable
    Piece find(Segment segment) {
        Piece known = cache.getIfPresent(segment);
        if (known == null) {
            misses.increment();
        } else {
            hits.increment();
            hitTokens.add(known.ids().length);
        }
        return known;
    }

    /** Keeps a piece. */
    void put(Segment segment, Piece piece) {
        cache.put(segment, piece);
    }

    /** To be called when a piece of the cache has grown: its weight is taken anew. */
    void weighAgain(Piece piece) {
        Segment segment = piece.segment();
        if (segment != null) {
            cache.put(segment, piece);
        }
    }

    /** Bytes that the pieces take now. */
    public long bytes() {
        return cache.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }

    /** Pieces that were there when asked for, since the start. */
    public long hits() {
        return hits.sum();
    }

    /** Tokens of the pieces that were there, since the start. */
    public long hitTokens() {
        return hitTokens.sum();
    }

    /** Pieces that had to be tokenized, since the start. */
    public long misses() {
        return misses.sum();
    }
}

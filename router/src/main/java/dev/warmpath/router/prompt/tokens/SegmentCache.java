package dev.warmpath.router.prompt.tokens;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;

/**
 * Token ids of pieces of text, within a budget of bytes that all models share. Keyed by the text itself and not by a
 * hash of it: a collision that a client could find would route by another prompt's blocks.
 *
 * <p>The pieces of a conversation are its turns, so its next turn finds all that went before; a system prompt that
 * thousands of conversations share is there once.
 */
public final class SegmentCache {

    /** Caffeine's node and table slot, the key record, two array headers and a string: measured at 150 to 200. */
    private static final int ENTRY_BYTES = 200;

    private record Segment(int tokenizer, String text) {}

    private final Cache<Segment, int[]> cache;

    /** A cache that holds at most so many bytes, as far as one can know them; 0 turns it off. */
    public SegmentCache(long maxBytes) {
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher(
                        (Segment key, int[] ids) -> ENTRY_BYTES + 2 * key.text().length() + 4 * ids.length)
                // Eviction is cheap and happens on the thread that stored; the common pool is not ours to fill.
                .executor(Runnable::run)
                .recordStats()
                .build();
    }

    /**
     * The ids of a piece. Two threads that ask for the same new piece may both tokenize it: to make one wait would hold
     * up other pieces that share its lock. The array is shared: do not write to it.
     */
    int[] get(int tokenizer, String text, Function<String, int[]> encode) {
        Segment segment = new Segment(tokenizer, text);
        int[] known = cache.getIfPresent(segment);
        if (known != null) {
            return known;
        }
        int[] ids = encode.apply(text);
        cache.put(segment, ids);
        return ids;
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
        return cache.stats().hitCount();
    }

    /** Pieces that had to be tokenized, since the start. */
    public long misses() {
        return cache.stats().missCount();
    }
}

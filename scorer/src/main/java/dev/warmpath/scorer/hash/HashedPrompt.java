package dev.warmpath.scorer.hash;

import dev.warmpath.events.kv.CacheNamespace;
import org.jspecify.annotations.Nullable;

/**
 * A request's prompt as scoring sees it: its token count and, for each block size in the fleet, its chain of block
 * hashes. Immutable in what it says; chains are computed once per block size, on first use, by whichever thread comes
 * first (tokenizer threads do it beforehand for the sizes they know).
 */
public final class HashedPrompt {

    private final int tokens;
    private final @Nullable UnhashedReason unhashed;

    private HashedPrompt(int tokens, @Nullable UnhashedReason unhashed) {
        this.tokens = tokens;
        this.unhashed = unhashed;
    }

    /**
     * A prompt of known tokens.
     *
     * @param tokens token ids; the array is kept, not copied
     * @param length how many of them count
     * @param matchable how many leading tokens may be credited: less than {@code length} when an image follows
     */
    public static HashedPrompt of(int[] tokens, int length, int matchable, CacheNamespace namespace) {
        throw new UnsupportedOperationException("not yet");
    }

    /** A prompt that is routed by load. */
    public static HashedPrompt unhashed(UnhashedReason reason) {
        return new HashedPrompt(0, reason);
    }

    /** Prompt length in tokens; 0 when unhashed. */
    public int tokens() {
        return tokens;
    }

    /** Why there are no hashes, or null when there are. */
    public @Nullable UnhashedReason unhashedReason() {
        return unhashed;
    }

    /** Hashes of the full blocks, for this block size; empty when unhashed. The array is shared: do not write to it. */
    public long[] chain(int blockSize) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Number of full blocks of this size in the whole prompt, matchable or not. */
    public int blocks(int blockSize) {
        return blockSize <= 0 ? 0 : tokens / blockSize;
    }
}

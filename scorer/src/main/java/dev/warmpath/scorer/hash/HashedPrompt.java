package dev.warmpath.scorer.hash;

import dev.warmpath.events.kv.CacheNamespace;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request's prompt as scoring sees it: its token count and, for each block size in the fleet, its chain of block
 * hashes. Immutable in what it says; chains are computed once per block size, on first use, by whichever thread comes
 * first (tokenizer threads do it beforehand for the sizes they know).
 */
public final class HashedPrompt {

    private static final int[] NO_TOKENS = {};
    private static final long[] NO_BLOCKS = {};

    private final int[] ids;
    private final int tokens;
    private final int matchable;
    private final long root;
    private final @Nullable UnhashedReason unhashed;
    private final boolean whole;
    private final long[] content;

    /** Replaced, never changed, when a chain is added: reading needs no lock. A fleet has one to three block sizes. */
    private volatile Chain[] chains = {};

    private record Chain(int blockSize, long[] hashes) {}

    private HashedPrompt(
            int[] ids,
            int tokens,
            int matchable,
            long root,
            @Nullable UnhashedReason unhashed,
            boolean whole,
            long[] content) {
        this.whole = whole;
        this.content = content;
        this.ids = ids;
        this.tokens = tokens;
        this.matchable = matchable;
        this.root = root;
        this.unhashed = unhashed;
    }

    /**
     * A prompt of known tokens.
     *
     * @param tokens token ids; the array is kept, not copied
     * @param length how many of them count
     * @param matchable how many leading tokens may be credited: less than {@code length} when an image follows
     * @throws IllegalArgumentException unless {@code 0 <= matchable <= length <= tokens.length}
     */
    public static HashedPrompt of(int[] tokens, int length, int matchable, CacheNamespace namespace) {
        if (matchable < 0 || matchable > length || length > tokens.length) {
            throw new IllegalArgumentException("a prompt needs 0 <= matchable <= length <= tokens.length, but has "
                    + matchable + ", " + length + ", " + tokens.length);
        }
        return new HashedPrompt(tokens, length, matchable, BlockHash.root(namespace), null, true, NO_BLOCKS);
    }

    /** A prompt that is routed by load. */
    public static HashedPrompt unhashed(UnhashedReason reason) {
        return unhashed(reason, NO_BLOCKS);
    }

    /**
     * The same for one that holds images, sounds or files.
     *
     * @param content a key of each
     */
    public static HashedPrompt unhashed(UnhashedReason reason, long[] content) {
        return new HashedPrompt(NO_TOKENS, 0, 0, 0, Objects.requireNonNull(reason), true, content);
    }

    /**
     * The beginning of a prompt, up to its first image, sound or file; how much follows is not known.
     *
     * @param tokens token ids; the array is kept, not copied
     * @param matchable how many leading ones may be credited
     * @param content a key of each image, sound or file
     */
    public static HashedPrompt beginning(int[] tokens, int matchable, CacheNamespace namespace, long[] content) {
        return new HashedPrompt(tokens, tokens.length, matchable, BlockHash.root(namespace), null, false, content);
    }

    /** Whether the prompt's length is known; else only its beginning is. */
    public boolean whole() {
        return whole;
    }

    /** Keys of the images, sounds and files that it holds. Shared: do not write to it. */
    public long[] content() {
        return content;
    }

    /** Prompt length in tokens; 0 when unhashed. */
    public int tokens() {
        return tokens;
    }

    /** Whether an adapter or a salt keeps its blocks apart from those of the same tokens without. */
    public boolean apart() {
        return root != BlockHash.PLAIN_ROOT;
    }

    /** Why there are no hashes, or null when there are. */
    public @Nullable UnhashedReason unhashedReason() {
        return unhashed;
    }

    /**
     * Hashes of the full blocks among the matchable tokens, for this block size; empty when unhashed or when the block
     * size is unknown (0). The array is shared: do not write to it. Any thread; computes on first use.
     */
    public long[] chain(int blockSize) {
        return chain(blockSize, this::hash);
    }

    /** The same; where it is not there yet, it is made by someone who may know a part of it already. */
    public long[] chain(int blockSize, ChainSource source) {
        if (blockSize <= 0 || blockSize > matchable) {
            return NO_BLOCKS;
        }
        long[] known = find(chains, blockSize);
        return known != null ? known : compute(blockSize, source);
    }

    private void hash(long first, int blockSize, long[] hashes) {
        BlockHash.chain(first, ids, blockSize, hashes, 0, hashes.length);
    }

    /** Number of full blocks of this size in the whole prompt, matchable or not. */
    public int blocks(int blockSize) {
        return blockSize <= 0 ? 0 : tokens / blockSize;
    }

    private synchronized long[] compute(int blockSize, ChainSource source) {
        Chain[] before = chains;
        long[] known = find(before, blockSize);
        if (known != null) {
            return known;
        }
        long[] hashes = new long[matchable / blockSize];
        source.chain(root, blockSize, hashes);
        Chain[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = new Chain(blockSize, hashes);
        chains = after;
        return hashes;
    }

    private static long @Nullable [] find(Chain[] chains, int blockSize) {
        for (Chain chain : chains) {
            if (chain.blockSize == blockSize) {
                return chain.hashes;
            }
        }
        return null;
    }
}

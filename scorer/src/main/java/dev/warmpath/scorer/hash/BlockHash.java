package dev.warmpath.scorer.hash;

import dev.warmpath.events.kv.CacheNamespace;

/** The chain {@code h[i] = XXH3-64(h[i-1] as u64 LE || tokens as u32 LE, seed 0)} of design 3.3. Allocation-free. */
public final class BlockHash {

    private BlockHash() {}

    /** What stands before the first block: 0 for the plain namespace, another value for every other one. */
    public static long root(CacheNamespace namespace) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Hash of the block {@code tokens[from .. from + blockSize)} that follows {@code parent}. */
    public static long next(long parent, int[] tokens, int from, int blockSize) {
        throw new UnsupportedOperationException("not yet");
    }
}

package dev.warmpath.events.kv;

import org.jspecify.annotations.Nullable;

/**
 * A run of consecutive blocks that entered one tier of the rank that sent this. The decoder guarantees
 * {@code tokens.length == hashes.length * blockSize}, or a placeholder.
 *
 * @param hashes engine hashes, one per block, in chain order
 * @param hasParent whether the first block continues another
 * @param parent engine hash of the block before the first; meaningless without {@code hasParent}
 * @param tokens token ids of all blocks (the first of each pair where the engine sends bigrams); empty in a placeholder
 * @param blockSize tokens per block; 0 in a placeholder
 * @param tier where the blocks lie now
 * @param group KV-cache group, or -1 where the engine names none
 * @param namespace the LoRA adapter and cache salt that the chain is computed under; of a block with a parent only the
 *     adapter is told, the salt is the parent's
 * @param extraKeys digest of what else went into each block's hash (images and the like), 0 for nothing; null when no
 *     block has any. A block with one is never credited to text, nor are those that follow it.
 */
public record BlockStored(
        long[] hashes,
        boolean hasParent,
        long parent,
        int[] tokens,
        int blockSize,
        Tier tier,
        int group,
        CacheNamespace namespace,
        long @Nullable [] extraKeys)
        implements KvEvent {

    /** Whether only hashes are told: the same blocks, known from another tier, now lie in this one too. */
    public boolean isPlaceholder() {
        return blockSize == 0;
    }
}

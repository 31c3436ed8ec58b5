package dev.warmpath.scorer.index;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Block hash to the set of slots, out of one group of 64, that hold the block in one tier.
 *
 * <p>Split into shards by the hash's high bits: stream threads that write different ranks seldom meet, and growing copies
 * a 64th of the table under one shard's lock while the others go on. Looking up takes no lock; {@link SlotShard} has the
 * argument.
 *
 * <p>Hash 0 marks a cell without a key and is filed under another value. That other value's block, if there ever is one,
 * shares its cell: one more pair among the 2^127 pairs that a 64-bit identity cannot tell apart.
 */
final class SlotTable {

    private static final int SHARD_BITS = 6;

    /** Any value other than 0: the fractional bits of the golden ratio. */
    private static final long KEY_OF_ZERO = 0x9e3779b97f4a7c15L;

    /** Of the shards, beside each other, so that readers get there without a detour. */
    private final long[][] arrays = new long[1 << SHARD_BITS][];

    private final SlotShard[] shards = new SlotShard[1 << SHARD_BITS];
    private final AtomicInteger filledShards = new AtomicInteger();

    SlotTable() {
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new SlotShard(arrays, i, filledShards);
        }
    }

    /** The slots that hold a block. */
    long get(long hash) {
        long key = key(hash);
        return shard(key).get(key);
    }

    /** The array that has this key if any has. */
    long[] cells(long key) {
        return SlotShard.cells(arrays, number(key));
    }

    /** Where in such an array a block's first cell begins, for {@link #touch}. */
    int place(long hash) {
        return 2 * SlotShard.home(hash, arrays[number(hash)].length >>> 1);
    }

    /** Reads that place, or another when the array is a new one by now; tells nothing, but brings it near. */
    long touch(long hash, int place) {
        long[] cells = arrays[number(hash)];
        return cells[Math.min(place, cells.length - 1)];
    }

    /** Enters a block for one slot; false when it was there. */
    boolean add(long hash, long bit) {
        long key = key(hash);
        return shard(key).add(key, bit);
    }

    /** Takes a block from one slot; false when it was not there. */
    boolean remove(long hash, long bit) {
        long key = key(hash);
        return shard(key).remove(key, bit);
    }

    /** Whether no slot holds anything: spares readers the look-up in tiers that nobody uses. */
    boolean isEmpty() {
        return filledShards.get() == 0;
    }

    /** Heap taken by the cells. */
    long bytes() {
        long bytes = 0;
        for (SlotShard shard : shards) {
            bytes += shard.bytes();
        }
        return bytes;
    }

    /** Tells every block that a slot holds; exact when no writer is at work. */
    void forEach(long bit, LongConsumer block) {
        for (SlotShard shard : shards) {
            shard.forEach(bit, key -> block.accept(key == KEY_OF_ZERO ? 0 : key));
        }
    }

    private SlotShard shard(long key) {
        return shards[number(key)];
    }

    private static int number(long key) {
        return (int) (key >>> (Long.SIZE - SHARD_BITS));
    }

    /** Under which key a block is filed. */
    static long key(long hash) {
        return hash == 0 ? KEY_OF_ZERO : hash;
    }
}

package dev.warmpath.scorer.index;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Block hash to the set of slots, out of one group of 64, that hold the block in one tier.
 *
 * <p>Split into shards by the hash's high bits, so that growing, or leaving dead cells behind, copies a 256th of the table at
 * a time: at two million blocks some 8,000 keys and 400 KB, a tenth of a millisecond, in an array that the G1 collector does
 * not yet take for a humongous one. Looking up takes no lock; {@link SlotShard} has the argument.
 *
 * <p>Writers take one lock for a run of blocks, not one for each: taking one waits until all that was written before has
 * left the processor's buffer, and what is written here goes to memory that is far. Stream threads that write different
 * ranks may have to wait for each other's runs, of some microseconds.
 *
 * <p>Hash 0 marks a cell without a key and is filed under another value. That other value's block, if there ever is one,
 * shares its cell: one more pair among the 2^127 pairs that a 64-bit identity cannot tell apart.
 */
final class SlotTable {

    private static final int SHARD_BITS = 8;

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
    synchronized boolean add(long hash, long bit) {
        long key = key(hash);
        return shard(key).add(key, bit);
    }

    /**
     * Enters blocks for one slot, in order.
     *
     * @param present gets the positions of those that were there
     * @return how many were there
     */
    synchronized int add(long[] hashes, int count, long bit, int[] present) {
        int there = 0;
        for (int i = 0; i < count; i++) {
            long key = key(hashes[i]);
            present[there] = i;
            there += shard(key).add(key, bit) ? 0 : 1;
        }
        return there;
    }

    /** Takes a block from one slot; false when it was not there. */
    synchronized boolean remove(long hash, long bit) {
        long key = key(hash);
        return shard(key).remove(key, bit);
    }

    /**
     * Takes blocks from one slot, in order.
     *
     * @return how many were not there
     */
    synchronized int remove(long[] hashes, int count, long bit) {
        int absent = 0;
        for (int i = 0; i < count; i++) {
            long key = key(hashes[i]);
            absent += shard(key).remove(key, bit) ? 0 : 1;
        }
        return absent;
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

package dev.warmpath.scorer.index;

/**
 * Reads the slots that hold each of the next blocks of a prompt, so that what the processor has to wait for it waits for at
 * once.
 *
 * <p>A look-up in a large table is one cache miss per block, and where each block lies is known beforehand, for the prompt's
 * hashes are. Taken one block after the other, misses overlap only as far as the processor guesses right how many cells it
 * will have to try, and only as many as fit between so many other instructions. So three loops take the place of one: the
 * first computes where the blocks lie, the second does nothing but read there, and the third finds the values at hand and
 * sorts out, without a branch, the blocks that are not in their first cell. Those are then looked up one by one.
 *
 * <p>One per reading thread. Memory order is {@link SlotShard}'s: the second loop's reading is of no consequence, the third
 * reads the array, then a key with acquire, then its mask.
 */
final class LookAhead {

    /** Blocks that are read at a time, at most. */
    static final int BLOCKS = 128;

    private final int[] places = new int[BLOCKS];
    private final long[] masks = new long[BLOCKS];
    private final int[] elsewhere = new int[BLOCKS];

    /** What was read only to have it at hand: kept, so that the reading is not optimised away. */
    private long touched;

    /** Of the blocks that were read last, the slots that hold the one so many after the first. */
    long mask(int block) {
        return masks[block];
    }

    /** Reads {@code chain[from .. to)}. */
    void read(SlotTable table, long[] chain, int from, int to) {
        int count = to - from;
        for (int block = 0; block < count; block++) {
            places[block] = table.place(chain[from + block]);
        }
        long read = touched;
        for (int block = 0; block < count; block++) {
            read ^= table.touch(chain[from + block], places[block]);
        }
        touched = read;
        int left = 0;
        for (int block = 0; block < count; block++) {
            long key = SlotTable.key(chain[from + block]);
            long[] cells = table.cells(key);
            int cell = SlotShard.home(key, cells.length >>> 1);
            long difference = SlotShard.key(cells, cell) ^ key;
            masks[block] = SlotShard.mask(cells, cell);
            elsewhere[left] = block;
            left += (int) ((difference | -difference) >>> (Long.SIZE - 1));
        }
        for (int i = 0; i < left; i++) {
            masks[elsewhere[i]] = table.get(chain[from + elsewhere[i]]);
        }
    }
}

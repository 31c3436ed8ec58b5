package dev.warmpath.scorer.index;

/**
 * Reads the slots that hold each of some blocks of a prompt, so that what the processor has to wait for it waits for at
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

    private final int[] places;
    private final long[] masks;
    private final int[] elsewhere;

    /** What was read only to have it at hand: kept, so that the reading is not optimised away. */
    private long touched;

    /** @param blocks that are read at a time, at most */
    LookAhead(int blocks) {
        places = new int[blocks];
        masks = new long[blocks];
        elsewhere = new int[blocks];
    }

    int size() {
        return masks.length;
    }

    /** Of the blocks that were read last, the slots that hold the one so many after the first. */
    long mask(int number) {
        return masks[number];
    }

    /** Reads {@code count} blocks: {@code chain[first]}, and every {@code step}th after it; {@code chain[last]} stands for those behind it. */
    void read(SlotTable table, long[] chain, int first, int step, int count, int last) {
        bringNear(table, chain, first, step, count, last);
        int left = 0;
        for (int n = 0; n < count; n++) {
            long key = SlotTable.key(chain[Math.min(first + n * step, last)]);
            long[] cells = table.cells(key);
            int cell = SlotShard.home(key, cells.length >>> 1);
            long difference = SlotShard.key(cells, cell) ^ key;
            masks[n] = SlotShard.mask(cells, cell);
            elsewhere[left] = n;
            left += (int) ((difference | -difference) >>> (Long.SIZE - 1));
        }
        for (int i = 0; i < left; i++) {
            int n = elsewhere[i];
            masks[n] = table.get(chain[Math.min(first + n * step, last)]);
        }
    }

    /** The first two loops: for who is about to ask for these blocks, or to change them, one after the other. */
    void bringNear(SlotTable table, long[] chain, int first, int step, int count, int last) {
        for (int n = 0; n < count; n++) {
            places[n] = table.place(chain[Math.min(first + n * step, last)]);
        }
        long read = touched;
        for (int n = 0; n < count; n++) {
            read ^= table.touch(chain[Math.min(first + n * step, last)], places[n]);
        }
        touched = read;
    }
}

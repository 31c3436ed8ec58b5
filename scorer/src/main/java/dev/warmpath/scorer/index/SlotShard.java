package dev.warmpath.scorer.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * One shard of a {@link SlotTable}: an open-addressing table of cells (key, mask), where bit {@code s} of the mask says
 * that slot {@code s} holds the block {@code key}. Writers hold the table's monitor; readers hold nothing.
 *
 * <p><b>Why readers never see a foreign bit.</b> Within one array a cell's key is written once, from 0 to the key, and
 * never changes again: not when its mask becomes 0 (the key stays as a dead cell, and is revived when the block comes
 * back), and not by moving. So whoever has seen a key in a cell may read the mask beside it at any later time and gets
 * a mask of that key. Dead cells are left behind only by building another array and publishing that. A reader that still
 * walks the old array sees what was true when the new one was published.
 *
 * <p><b>Ordering.</b> The writer stores a new cell's mask, then its key with release; the reader loads the key with
 * acquire, then the mask. A new array is filled, then published with release, and readers take it with acquire. A mask is
 * one aligned long, never torn, read opaquely and changed with release: a reader sees one slot's changes in the order in
 * which they were made, which is what {@link Holes} goes by.
 *
 * <p><b>Cost.</b> Linear probing; keys are XXH3 values and need no further mixing. At most half of the cells have a key, so
 * that a probe for an absent key ends after 2.5 cells on average at the worst fill, and for a present one after 1.5 (Knuth,
 * The Art of Computer Programming 3, 6.4, theorem K); four cells share a cache line. A new array has about three times as many
 * cells as live keys: 48 bytes per key then, 32 at the fullest, 128 just before it shrinks.
 *
 * <p><b>Not all at once.</b> Keys spread evenly over the shards, so that shards of equal room would all be full within the same
 * few dozen milliseconds, and a writer would make all their new arrays in a row. So each has a room of its own, from 2.75 to 3.25
 * cells for each key, and their times drift apart.
 */
final class SlotShard {

    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle ARRAYS = MethodHandles.arrayElementVarHandle(long[][].class);

    /** What an empty shard reads from: one cell without a key, shared by all. */
    private static final long[] NONE = new long[2];

    private static final int MIN_CAPACITY = 8;

    /**
     * The arrays of all shards of the table, this one's at {@link #number}: key at {@code 2 i}, mask at {@code 2 i + 1}; key
     * 0 means no key.
     */
    private final long[][] arrays;

    private final int number;

    /** Of the table: how many of its shards hold anything. */
    private final AtomicInteger filledShards;

    /** Keys with a mask other than 0. */
    private int live;

    /** Keys, dead ones included. */
    private int used;

    SlotShard(long[][] arrays, int number, AtomicInteger filledShards) {
        this.arrays = arrays;
        this.number = number;
        this.filledShards = filledShards;
        publish(NONE);
    }

    /** What readers read of one shard. Any thread; true at least of the moment when it was taken. */
    static long[] cells(long[][] arrays, int number) {
        return (long[]) ARRAYS.getAcquire(arrays, number);
    }

    private long[] cells() {
        return cells(arrays, number);
    }

    private void publish(long[] cells) {
        ARRAYS.setRelease(arrays, number, cells);
    }

    /** The slots that hold a block. Any thread, no lock. */
    long get(long key) {
        long[] read = cells();
        int capacity = read.length >>> 1;
        int i = home(key, capacity);
        for (; ; ) {
            long seen = key(read, i);
            if (seen == key) {
                return mask(read, i);
            }
            if (seen == 0) {
                return 0;
            }
            if (++i == capacity) {
                i = 0;
            }
        }
    }

    /** Sets a slot's bit; false when it was set already. */
    boolean add(long key, long bit) {
        long[] now = cells();
        int i = find(now, key);
        if (now[2 * i] == key) {
            long mask = now[2 * i + 1];
            if ((mask & bit) != 0) {
                return false;
            }
            if (mask == 0) {
                live++;
            }
            CELLS.setRelease(now, 2 * i + 1, mask | bit);
            return true;
        }
        if (used >= limit(now)) {
            now = rebuild(live + 1);
            i = find(now, key);
        }
        now[2 * i + 1] = bit;
        CELLS.setRelease(now, 2 * i, key);
        used++;
        if (live++ == 0) {
            filledShards.incrementAndGet();
        }
        return true;
    }

    /** Clears a slot's bit; false when it was not set. */
    boolean remove(long key, long bit) {
        long[] now = cells();
        int i = find(now, key);
        long mask = now[2 * i + 1];
        if (now[2 * i] != key || (mask & bit) == 0) {
            return false;
        }
        CELLS.setRelease(now, 2 * i + 1, mask & ~bit);
        if (mask == bit) {
            live--;
            shrink(now);
        }
        return true;
    }

    /** Heap taken by the cells. Any thread. */
    long bytes() {
        long[] read = cells();
        return read == NONE ? 0 : Long.BYTES * (long) read.length;
    }

    /** Tells every block that a slot holds. Any thread; blocks that come or go meanwhile may or may not be told. */
    void forEach(long bit, LongConsumer block) {
        long[] read = cells();
        for (int i = 0; i < read.length >>> 1; i++) {
            long key = key(read, i);
            if (key != 0 && (mask(read, i) & bit) != 0) {
                block.accept(key);
            }
        }
    }

    private void shrink(long[] now) {
        if (live == 0) {
            used = 0;
            publish(NONE);
            filledShards.decrementAndGet();
        } else if (live < now.length >>> 3 && now.length > 2 * MIN_CAPACITY) {
            rebuild(live);
        }
    }

    private long[] rebuild(int expected) {
        long[] old = cells();
        long[] fresh = new long[2 * Math.max(MIN_CAPACITY, room(expected))];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                int to = find(fresh, old[i]);
                fresh[2 * to] = old[i];
                fresh[2 * to + 1] = old[i + 1];
            }
        }
        used = live;
        publish(fresh);
        return fresh;
    }

    /** Cells for that many keys: three times as many, give or take up to a quarter of the keys. */
    private int room(int keys) {
        return 3 * keys + (int) ((long) keys * (2 * number - arrays.length) / (4L * arrays.length));
    }

    /** The cell of a key, or the empty one where it belongs. */
    private static int find(long[] cells, long key) {
        int capacity = cells.length >>> 1;
        int i = home(key, capacity);
        while (cells[2 * i] != key && cells[2 * i] != 0) {
            if (++i == capacity) {
                i = 0;
            }
        }
        return i;
    }

    /** Half of the capacity; 0 for {@link #NONE}. */
    private static int limit(long[] cells) {
        return cells.length >>> 2;
    }

    /** The key of a cell, 0 if it has none; to be read before its mask. */
    static long key(long[] cells, int cell) {
        return (long) CELLS.getAcquire(cells, 2 * cell);
    }

    /** The mask of a cell: its key's, when the key was read before. */
    static long mask(long[] cells, int cell) {
        return (long) CELLS.getOpaque(cells, 2 * cell + 1);
    }

    /** The cell where a key is looked for first. Scales the low 32 bits to the capacity, which need not be a power of two (Lemire, arXiv:1805.10941). */
    static int home(long key, int capacity) {
        return (int) (((key & 0xffff_ffffL) * capacity) >>> 32);
    }
}

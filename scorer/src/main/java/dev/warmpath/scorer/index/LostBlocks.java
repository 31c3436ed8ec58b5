package dev.warmpath.scorer.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one rank lost from its device while blocks were expected of it, each with the last number of that moment, so that
 * tickets whose number is not above it are not believed of the block again ({@link ExpectedBlocks}).
 *
 * <p>A loss matters only to tickets whose prefill was done by then and that are alive, so entries that no such ticket is old
 * enough for are left out whenever the table would grow, and all of them when nothing is expected of the rank any more. A
 * rank that loses more than {@value #MAX} blocks in the time that such a ticket has left is not kept in mind block by block:
 * its tickets up to now are believed nothing of.
 *
 * <p>Open addressing; the cell at {@code 2 i} is a key, written once per array, and the one beside it a number that only
 * grows: readers take no lock, and see in an array that was replaced what was true then. Writers (the rank's stream
 * thread, and whoever ends its last ticket) hold this object's monitor.
 */
final class LostBlocks {

    /** Some 30 times what a rank of 16,000 tokens a second evicts in two seconds; a table of 4 MiB at most. */
    static final int MAX = 1 << 16;

    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);

    /** One cell without a key. */
    private static final long[] NONE = new long[2];

    private static final int MIN_CAPACITY = 16;

    private final ExpectedBlocks expected;
    private volatile long[] cells = NONE;
    private int used;

    /** Tickets of the rank; guarded by the monitor of {@link ExpectedBlocks}. */
    private int watching;

    private volatile boolean watched;

    /** Tickets up to this number are believed nothing of. */
    private volatile long disbelieved;

    LostBlocks(ExpectedBlocks expected) {
        this.expected = expected;
    }

    /** One more ticket. With the monitor of the expectations, like {@link #unwatch} and {@link #isWatching}. */
    void watch() {
        if (watching++ == 0) {
            watched = true;
        }
    }

    /** One ticket less. */
    void unwatch() {
        if (--watching == 0) {
            forget();
        }
    }

    boolean isWatching() {
        return watching > 0;
    }

    /** The rank does not hold this block on its device any more. */
    void add(long hash) {
        if (watched) {
            enter(SlotTable.key(hash));
        }
    }

    /** Whether {@link #since} may say yes. Any thread. */
    boolean isEmpty() {
        return cells == NONE && disbelieved == 0;
    }

    /** Whether the block was lost after this number was given out. Any thread. */
    boolean since(long hash, long number) {
        if (number <= disbelieved) {
            return true;
        }
        long key = SlotTable.key(hash);
        long[] read = cells;
        int capacity = read.length >>> 1;
        int i = SlotShard.home(key, capacity);
        for (; ; ) {
            long seen = (long) CELLS.getAcquire(read, 2 * i);
            if (seen == key) {
                return number <= (long) CELLS.getOpaque(read, 2 * i + 1);
            }
            if (seen == 0) {
                return false;
            }
            if (++i == capacity) {
                i = 0;
            }
        }
    }

    /** Heap taken by the cells. Any thread. */
    long bytes() {
        long[] read = cells;
        return read == NONE ? 0 : (long) Long.BYTES * read.length;
    }

    private synchronized void forget() {
        watched = false;
        cells = NONE;
        used = 0;
    }

    private synchronized void enter(long key) {
        if (!watched) {
            return;
        }
        long number = expected.lastId();
        long[] now = cells;
        int i = find(now, key);
        if (now[2 * i] == key) {
            CELLS.setOpaque(now, 2 * i + 1, number);
            return;
        }
        if (used >= limit(now)) {
            now = rebuild();
            i = find(now, key);
        }
        CELLS.setOpaque(now, 2 * i + 1, number);
        CELLS.setRelease(now, 2 * i, key);
        used++;
    }

    /** Makes another array with room for one more at least. */
    private long[] rebuild() {
        long[] old = cells;
        long needed = expected.oldestId();
        int kept = 0;
        for (int i = 1; i < old.length; i += 2) {
            kept += old[i] >= needed && old[i - 1] != 0 ? 1 : 0;
        }
        if (kept >= MAX) {
            disbelieved = expected.lastId();
            kept = 0;
            needed = Long.MAX_VALUE;
        }
        long[] fresh = new long[2 * Math.max(MIN_CAPACITY, 2 * kept)];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i] != 0 && old[i + 1] >= needed) {
                int to = find(fresh, old[i]);
                fresh[2 * to] = old[i];
                fresh[2 * to + 1] = old[i + 1];
            }
        }
        used = kept;
        cells = fresh;
        return fresh;
    }

    /** The cell of a key, or the empty one where it belongs. */
    private static int find(long[] cells, long key) {
        int capacity = cells.length >>> 1;
        int i = SlotShard.home(key, capacity);
        while (cells[2 * i] != key && cells[2 * i] != 0) {
            if (++i == capacity) {
                i = 0;
            }
        }
        return i;
    }

    /** Three quarters of the capacity; 0 for {@link #NONE}. */
    private static int limit(long[] cells) {
        return (cells.length >>> 2) + (cells.length >>> 3);
    }
}

package dev.warmpath.scorer.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * {@link SlotShard} with one of its precautions left out, to prove that {@link SlotTableStressTest} would notice. Memory
 * ordering is as careful as the original's: only the named rule is broken.
 */
final class BrokenSlotTable implements SlotTableStressTest.Table {

    enum Fault {
        /** A cell whose mask is 0 is given to another key in place, so that a reader may pair a key with its successor's mask. */
        REUSES_DEAD_CELLS,
        /** A larger array is published before the old cells are in it, so that a reader may miss what was never removed. */
        PUBLISHES_BEFORE_COPYING,
        /** Removing moves later cells back over the hole, so that a reader may walk past what was moved, or see it changed. */
        MOVES_CELLS
    }

    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);

    private final Fault fault;
    private volatile long[] cells = new long[2 * 8];
    private int used;

    BrokenSlotTable(Fault fault) {
        this.fault = fault;
    }

    @Override
    public long get(long key) {
        long[] read = cells;
        int capacity = read.length / 2;
        int i = home(key, capacity);
        for (int probes = 0; probes < capacity; probes++) {
            long seen = (long) CELLS.getAcquire(read, 2 * i);
            if (seen == key) {
                return (long) CELLS.getAcquire(read, 2 * i + 1);
            }
            if (seen == 0) {
                return 0;
            }
            i = (i + 1) % capacity;
        }
        return 0;
    }

    @Override
    public synchronized boolean add(long key, long bit) {
        int i = find(cells, key);
        if (cells[2 * i] == key) {
            CELLS.setRelease(cells, 2 * i + 1, cells[2 * i + 1] | bit);
            return true;
        }
        if (fault == Fault.REUSES_DEAD_CELLS && reuse(key, bit)) {
            return true;
        }
        if (used >= cells.length / 2 * 3 / 4) {
            grow();
            i = find(cells, key);
        }
        CELLS.setRelease(cells, 2 * i + 1, bit);
        CELLS.setRelease(cells, 2 * i, key);
        used++;
        return true;
    }

    @Override
    public synchronized boolean remove(long key, long bit) {
        int i = find(cells, key);
        if (cells[2 * i] != key) {
            return false;
        }
        CELLS.setRelease(cells, 2 * i + 1, cells[2 * i + 1] & ~bit);
        if (cells[2 * i + 1] == 0 && fault == Fault.MOVES_CELLS) {
            close(i);
        }
        return true;
    }

    private boolean reuse(long key, long bit) {
        int capacity = cells.length / 2;
        for (int i = home(key, capacity); cells[2 * i] != 0; i = (i + 1) % capacity) {
            if (cells[2 * i + 1] == 0) {
                CELLS.setRelease(cells, 2 * i, key);
                CELLS.setRelease(cells, 2 * i + 1, bit);
                return true;
            }
        }
        return false;
    }

    private void close(int removed) {
        int capacity = cells.length / 2;
        int hole = removed;
        for (int i = (hole + 1) % capacity; cells[2 * i] != 0; i = (i + 1) % capacity) {
            int home = home(cells[2 * i], capacity);
            if (Math.floorMod(i - home, capacity) >= Math.floorMod(i - hole, capacity)) {
                CELLS.setRelease(cells, 2 * hole, cells[2 * i]);
                CELLS.setRelease(cells, 2 * hole + 1, cells[2 * i + 1]);
                hole = i;
            }
        }
        CELLS.setRelease(cells, 2 * hole + 1, 0L);
        CELLS.setRelease(cells, 2 * hole, 0L);
        used--;
    }

    private void grow() {
        long[] old = cells;
        int live = 0;
        for (int i = 0; i < old.length; i += 2) {
            live += old[i + 1] != 0 ? 1 : 0;
        }
        long[] fresh = new long[2 * Math.max(8, 2 * live + 2)];
        if (fault == Fault.PUBLISHES_BEFORE_COPYING) {
            cells = fresh;
        }
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                int to = find(fresh, old[i]);
                CELLS.setRelease(fresh, 2 * to + 1, old[i + 1]);
                CELLS.setRelease(fresh, 2 * to, old[i]);
            }
        }
        used = live;
        cells = fresh;
    }

    private static int find(long[] cells, long key) {
        int capacity = cells.length / 2;
        int i = home(key, capacity);
        while (cells[2 * i] != key && cells[2 * i] != 0) {
            i = (i + 1) % capacity;
        }
        return i;
    }

    private static int home(long key, int capacity) {
        return (int) (((key & 0xffff_ffffL) * capacity) >>> 32);
    }
}

package dev.warmpath.scorer.index;

import java.util.Arrays;

/**
 * One rank's engine blocks: (engine hash, group) to the block's own hash, the tiers that hold it, and the block that it
 * continues. Engine hashes are opaque, so any 64 bits may be one; groups are numbered 0 to 31 by the caller.
 *
 * <p>The blocks are {@link BlockRecords}; here is where their numbers are found. Open addressing with linear probing: a cell
 * is an int: in its low six bits how far it lies from its home, above them a record's number, and, in whatever bits the
 * numbers leave free, a part of the hash. Whoever looks for a hash passes by the cells of other homes, and by nearly all of
 * other hashes, without reading their records, each of which would be a cache miss; removing moves later cells back (Knuth,
 * The Art of Computer Programming 3, 6.4, algorithm R) without it. The same hash under several groups sits in one run of
 * cells. Filled between half and three quarters: 5 to 8 bytes per block, 29 to 32 with its record.
 *
 * <p><b>Parents.</b> {@link Holes} links blocks on the device to the block before. A block that left while others continue
 * it stays as a dead record until the last of them has left, so that a link never leads to another block. Nobody finds it
 * meanwhile, but storing the same block again revives it.
 *
 * <p>Confined to the thread that writes the rank.
 */
final class EngineBlocks {

    static final int MAX_GROUPS = 32;

    /** Parent of a block that begins a prompt, or of which nobody asks. */
    static final int NO_PARENT = -1;

    /** Parent of a block that continues something of which no more is known. */
    static final int UNKNOWN_PARENT = -2;

    private static final int NONE = -1;
    private static final int DISTANCE_BITS = 6;

    /** Stands for this distance and all that are longer. */
    private static final int FAR = (1 << DISTANCE_BITS) - 1;

    private static final int MIN_CAPACITY = 16;
    private static final int[] NO_CELLS = {};

    private final BlockRecords records = new BlockRecords();

    /** Part of the hash, (record's number + 1), and the distance from home; 0 is an empty cell. */
    private int[] cells = NO_CELLS;

    /** Bits of a cell that are a record's number, where they lie. */
    private int numbers;

    /** Cells in use: blocks, and dead records that may be revived. */
    private int found;

    private int size;

    /** What {@link #forEach} tells. */
    interface Visitor {
        void block(long own, int tiers);
    }

    /** Blocks, dead ones not counted. */
    int size() {
        return size;
    }

    /** Whether there is no number left for another block. */
    boolean isFull() {
        return records.isFull();
    }

    /** Heap taken by cells and records. */
    long bytes() {
        return Integer.BYTES * (long) cells.length + records.bytes();
    }

    /** The number of a block, or -1. Valid until the block is removed, or the next {@link #trim}. */
    int find(long engine, int group) {
        int at = seek(engine, group);
        return at != NONE && records.tiers(at) != 0 ? at : NONE;
    }

    /** The same where a number is known that may be it: what {@link #bringNear} gave. */
    int find(int candidate, long engine, int group) {
        return records.isBlock(candidate, engine, group) ? candidate : find(engine, group);
    }

    /**
     * A block of a hash, whatever its group, or -1. Hashes are made of content, so groups agree on what one means; where
     * they do not, somebody's hashes collide and none is believed.
     */
    int findInAnyGroup(long engine) {
        int any = NONE;
        long mixed = mix(engine);
        int home = home(mixed);
        for (int i = seek(engine, mixed, home); i != NONE; i = seek(engine, mixed, following(i))) {
            int at = record(cells[i]);
            if (records.tiers(at) == 0) {
                continue;
            }
            if (any == NONE) {
                any = at;
            } else if (records.own(at) != records.own(any)) {
                return NONE;
            }
        }
        return any;
    }

    /**
     * Reads what looking these hashes up will read, all at a time: first the cells, then the records that may be theirs.
     *
     * @param candidates gets, for each, the number of the first block that may be it, or -1
     * @return nothing of consequence; to be kept, so that the reading is not optimised away
     */
    long bringNear(long[] engine, int from, int count, int[] candidates) {
        if (cells.length == 0) {
            Arrays.fill(candidates, 0, count, NONE);
            return 0;
        }
        for (int n = 0; n < count; n++) {
            candidates[n] = home(mix(engine[from + n]));
        }
        long read = 0;
        for (int n = 0; n < count; n++) {
            read ^= cells[candidates[n]];
        }
        for (int n = 0; n < count; n++) {
            candidates[n] = candidate(engine[from + n], candidates[n]);
        }
        for (int n = 0; n < count; n++) {
            read ^= candidates[n] == NONE ? 0 : records.own(candidates[n]);
        }
        return read;
    }

    private int candidate(long engine, int home) {
        int part = part(mix(engine));
        int distance = 0;
        for (int i = home; cells[i] != 0; i = following(i)) {
            if (mayBe(cells[i], part, distance++)) {
                return record(cells[i]);
            }
        }
        return NONE;
    }

    /** Bit set of the groups that hold a hash in any of these tiers. */
    int groups(long engine, int tiers) {
        int groups = 0;
        long mixed = mix(engine);
        int home = home(mixed);
        for (int i = seek(engine, mixed, home); i != NONE; i = seek(engine, mixed, following(i))) {
            int at = record(cells[i]);
            if ((records.tiers(at) & tiers) != 0) {
                groups |= 1 << records.group(at);
            }
        }
        return groups;
    }

    long own(int at) {
        return records.own(at);
    }

    /** Bit set of the tiers, as {@link TierBits} numbers them. */
    int tiers(int at) {
        return records.tiers(at);
    }

    /** @param tiers at least one: a block in no tier is removed besides */
    void setTiers(int at, int tiers) {
        records.setTiers(at, tiers);
    }

    /** The number of the block that it continues, or one of the constants. */
    int parent(int at) {
        return records.parent(at);
    }

    /** Blocks that were linked to it and not unlinked. */
    int children(int at) {
        return records.children(at);
    }

    /** A block continues another, or what a constant says. */
    void link(int at, int parent) {
        int known = parent >= 0 && records.children(parent) == BlockRecords.MAX_CHILDREN ? UNKNOWN_PARENT : parent;
        records.setParent(at, known);
        if (known >= 0) {
            records.addChild(known);
        }
    }

    /** A block continues nothing any more; a parent that was only waiting for that goes. */
    void unlink(int at) {
        int parent = records.parent(at);
        records.setParent(at, NO_PARENT);
        if (parent >= 0) {
            records.removeChild(parent);
            if (!records.isUsed(parent)) {
                discard(parent);
            }
        }
    }

    /** Adds a block that is not there yet, in no tier so far: its caller has to set some. */
    int insert(long engine, int group, long own) {
        int dead = seek(engine, group);
        size++;
        if (dead != NONE) {
            if (records.own(dead) == own) {
                return dead;
            }
            sever(dead);
        }
        if (found >= limit(cells.length)) {
            resize(Math.max(MIN_CAPACITY, 2 * (found + 1)));
        }
        int at = records.add(engine, own, group);
        if (at + 1 > numbers >>> DISTANCE_BITS) {
            resize(cells.length);
        }
        place(at);
        found++;
        return at;
    }

    /** A block whose tiers were set to none is gone. */
    void remove(int at) {
        size--;
        if (!records.isUsed(at)) {
            discard(at);
        }
    }

    /** Gives back room that is not needed any more. Blocks may have other numbers afterwards. */
    void trim() {
        if (size == 0) {
            clear();
        } else if (records.compact() || (found < cells.length >>> 2 && cells.length > MIN_CAPACITY)) {
            resize(Math.max(MIN_CAPACITY, 2 * found));
        }
    }

    /** Makes room for that many blocks in all, which spares finding all of them their places over and over. */
    void reserve(int blocks) {
        if (blocks > limit(cells.length)) {
            resize(Math.max(MIN_CAPACITY, blocks + (blocks >>> 1)));
        }
    }

    void copyTo(RankCopy copy) {
        copy.take(records, size);
    }

    void forEach(Visitor visitor) {
        for (int at = 0; at < records.end(); at++) {
            int tiers = records.tiers(at);
            if (tiers != 0) {
                visitor.block(records.own(at), tiers);
            }
        }
    }

    void clear() {
        records.clear();
        cells = NO_CELLS;
        found = 0;
        size = 0;
    }

    private void sever(int at) {
        takeOut(at);
        records.sever(at);
    }

    private void discard(int at) {
        if (!records.isSevered(at)) {
            takeOut(at);
        }
        records.free(at);
    }

    /** The record of a hash and group, dead or alive, or -1. */
    private int seek(long engine, int group) {
        long mixed = mix(engine);
        int i = seek(engine, mixed, home(mixed));
        while (i != NONE && records.group(record(cells[i])) != group) {
            i = seek(engine, mixed, following(i));
        }
        return i == NONE ? NONE : record(cells[i]);
    }

    /** The next cell of a hash from {@code from} on, or -1. */
    private int seek(long engine, long mixed, int from) {
        if (cells.length == 0) {
            return NONE;
        }
        int part = part(mixed);
        int distance = distance(home(mixed), from);
        for (int i = from; cells[i] != 0; i = following(i)) {
            if (mayBe(cells[i], part, distance++) && records.engine(record(cells[i])) == engine) {
                return i;
            }
        }
        return NONE;
    }

    private void place(int at) {
        long mixed = mix(records.engine(at));
        int i = home(mixed);
        int distance = 0;
        while (cells[i] != 0) {
            i = following(i);
            distance++;
        }
        cells[i] = part(mixed) | (at + 1) << DISTANCE_BITS | Math.min(distance, FAR);
    }

    private void takeOut(int at) {
        int hole = home(mix(records.engine(at)));
        while (record(cells[hole]) != at) {
            hole = following(hole);
        }
        for (int i = following(hole); cells[i] != 0; i = following(i)) {
            int fromHome = cells[i] & FAR;
            if (fromHome == FAR) {
                fromHome = distance(home(mix(records.engine(record(cells[i])))), i);
            }
            int back = distance(hole, i);
            if (fromHome >= back) {
                cells[hole] = (cells[i] & ~FAR) | Math.min(fromHome - back, FAR);
                hole = i;
            }
        }
        cells[hole] = 0;
        found--;
    }

    private void resize(int capacity) {
        int most = Math.min(BlockRecords.MAX, Math.max(limit(capacity), records.end())) + 1;
        numbers = ((Integer.highestOneBit(most) << 1) - 1) << DISTANCE_BITS;
        cells = new int[capacity];
        for (int at = 0; at < records.end(); at++) {
            if (records.isUsed(at) && !records.isSevered(at)) {
                place(at);
            }
        }
    }

    /** Whether a cell, so far from a home, is of that home and has this part of the hash. */
    private boolean mayBe(int cell, int part, int distance) {
        return (cell & ~numbers) == (part | Math.min(distance, FAR));
    }

    private int record(int cell) {
        return ((cell & numbers) >>> DISTANCE_BITS) - 1;
    }

    /** What a cell has of a hash: other bits than those that {@link #home} goes by. */
    private int part(long mixed) {
        return (int) mixed & ~(numbers | FAR);
    }

    private int following(int i) {
        return i + 1 == cells.length ? 0 : i + 1;
    }

    private int distance(int from, int to) {
        return to >= from ? to - from : to - from + cells.length;
    }

    private static int limit(int capacity) {
        return (capacity >>> 1) + (capacity >>> 2);
    }

    /** Engine hashes may be small integers or share bits (MurmurHash3's 64-bit finalizer). */
    private static long mix(long engine) {
        long h = engine;
        h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
        h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return h;
    }

    private int home(long mixed) {
        return (int) (((mixed >>> 32) * cells.length) >>> 32);
    }
}

package dev.warmpath.scorer.index;

/**
 * One rank's engine blocks: (engine hash, group) to the block's own hash and the tiers that hold it. Engine hashes are
 * opaque, so any 64 bits may be one; groups are numbered 0 to 31 by the caller.
 *
 * <p>Open addressing with linear probing: 16 bytes for the two hashes side by side, and one byte, in an array beside
 * them, for the group (high five bits) and the tiers (low three). That byte is 0 exactly in empty cells, so no hash value
 * is special. The same hash under several groups sits in one run of cells. Removing moves later cells back (Knuth, The
 * Art of Computer Programming 3, 6.4, algorithm R), so that there are no dead cells to sweep. Filled to three quarters
 * and grown by half: 23 to 34 bytes per block.
 *
 * <p>Confined to the thread that writes the rank.
 */
final class EngineBlocks {

    static final int MAX_GROUPS = 32;

    private static final int NO_CELL = -1;
    private static final int TIER_BITS = TierBits.COUNT;
    private static final int TIERS = (1 << TIER_BITS) - 1;
    private static final int MIN_CAPACITY = 16;
    private static final long[] NO_HASHES = {};
    private static final byte[] NO_TAGS = {};

    /** Engine hash at {@code 2 i}, own hash at {@code 2 i + 1}. */
    private long[] hashes = NO_HASHES;

    private byte[] tags = NO_TAGS;
    private int size;

    /** What {@link #forEach} tells. */
    interface Visitor {
        void block(long own, int tiers);
    }

    int size() {
        return size;
    }

    /** Heap taken by the cells. */
    long bytes() {
        return Long.BYTES * (long) hashes.length + tags.length;
    }

    /** The cell of a block, or -1. Valid until the next {@link #insert} or {@link #remove}. */
    int find(long engine, int group) {
        int at = first(engine);
        while (at != NO_CELL && group(at) != group) {
            at = next(engine, at);
        }
        return at;
    }

    /**
     * A cell of a hash, whatever its group, or -1. Hashes are made of content, so groups agree on what one means; where
     * they do not, somebody's hashes collide and none is believed.
     */
    int findInAnyGroup(long engine) {
        int found = first(engine);
        for (int at = found; at != NO_CELL; at = next(engine, at)) {
            if (own(at) != own(found)) {
                return NO_CELL;
            }
        }
        return found;
    }

    /** Bit set of the groups that hold a hash in any of these tiers. */
    int groups(long engine, int tiers) {
        int groups = 0;
        for (int at = first(engine); at != NO_CELL; at = next(engine, at)) {
            if ((tags[at] & tiers) != 0) {
                groups |= 1 << group(at);
            }
        }
        return groups;
    }

    long own(int at) {
        return hashes[2 * at + 1];
    }

    void setOwn(int at, long own) {
        hashes[2 * at + 1] = own;
    }

    /** Bit set of the tiers, as {@link TierBits} numbers them. */
    int tiers(int at) {
        return tags[at] & TIERS;
    }

    /** @param tiers at least one: a block in no tier is removed instead */
    void setTiers(int at, int tiers) {
        tags[at] = (byte) ((tags[at] & ~TIERS) | tiers);
    }

    /** Adds a block that is not there yet. */
    void insert(long engine, int group, long own, int tiers) {
        if (size >= limit(tags.length)) {
            resize(Math.max(MIN_CAPACITY, 2 * (size + 1)));
        }
        place(engine, own, (byte) ((group << TIER_BITS) | tiers));
        size++;
    }

    void remove(int at) {
        int hole = at;
        for (int i = following(at); tags[i] != 0; i = following(i)) {
            int home = home(hashes[2 * i], tags.length);
            if (distance(home, i) >= distance(hole, i)) {
                hashes[2 * hole] = hashes[2 * i];
                hashes[2 * hole + 1] = hashes[2 * i + 1];
                tags[hole] = tags[i];
                hole = i;
            }
        }
        tags[hole] = 0;
        size--;
        if (size == 0) {
            clear();
        } else if (size < tags.length >>> 2 && tags.length > MIN_CAPACITY) {
            resize(Math.max(MIN_CAPACITY, 2 * size));
        }
    }

    /**
     * Makes room for that many blocks in all. What is put in from another table's order must come with it: neighbours
     * there are neighbours here, so a table that grew along the way would be filled at one end, and each block walk past
     * all before it.
     */
    void reserve(int blocks) {
        if (blocks > limit(tags.length)) {
            resize(Math.max(MIN_CAPACITY, blocks + (blocks >>> 1)));
        }
    }

    void copyTo(RankCopy copy) {
        copy.takeCells(hashes, tags, size);
    }

    void forEach(Visitor visitor) {
        for (int i = 0; i < tags.length; i++) {
            if (tags[i] != 0) {
                visitor.block(hashes[2 * i + 1], tags[i] & TIERS);
            }
        }
    }

    void clear() {
        hashes = NO_HASHES;
        tags = NO_TAGS;
        size = 0;
    }

    private int group(int at) {
        return group(tags[at]);
    }

    static int group(byte tag) {
        return (tag & 0xff) >>> TIER_BITS;
    }

    static int tiers(byte tag) {
        return tag & TIERS;
    }

    private int first(long engine) {
        return tags.length == 0 ? NO_CELL : seek(engine, home(engine, tags.length));
    }

    private int next(long engine, int at) {
        return seek(engine, following(at));
    }

    private int seek(long engine, int from) {
        int i = from;
        while (tags[i] != 0) {
            if (hashes[2 * i] == engine) {
                return i;
            }
            i = following(i);
        }
        return NO_CELL;
    }

    private void place(long engine, long own, byte tag) {
        int i = home(engine, tags.length);
        while (tags[i] != 0) {
            i = following(i);
        }
        hashes[2 * i] = engine;
        hashes[2 * i + 1] = own;
        tags[i] = tag;
    }

    private void resize(int capacity) {
        long[] oldHashes = hashes;
        byte[] oldTags = tags;
        hashes = new long[2 * capacity];
        tags = new byte[capacity];
        for (int i = 0; i < oldTags.length; i++) {
            if (oldTags[i] != 0) {
                place(oldHashes[2 * i], oldHashes[2 * i + 1], oldTags[i]);
            }
        }
    }

    private int following(int i) {
        return i + 1 == tags.length ? 0 : i + 1;
    }

    private int distance(int from, int to) {
        return to >= from ? to - from : to - from + tags.length;
    }

    private static int limit(int capacity) {
        return (capacity >>> 1) + (capacity >>> 2);
    }

    /** Engine hashes may be small integers or share bits, so they are mixed first (MurmurHash3's 64-bit finalizer). */
    private static int home(long engine, int capacity) {
        long h = engine;
        h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
        h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return (int) (((h >>> 32) * capacity) >>> 32);
    }
}

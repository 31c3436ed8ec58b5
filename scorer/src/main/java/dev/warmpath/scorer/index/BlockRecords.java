package dev.warmpath.scorer.index;

import java.util.Arrays;

/**
 * One record per engine block of a rank, under a number that stays as long as the record: what the engine calls the block,
 * what it is, where it lies, which block it continues, and how many continue it.
 *
 * <p>Three longs each, in chunks, so that nothing is copied when there are more of them and no more than a chunk stands
 * empty: 24 bytes per block. Numbers of freed records are handed out again, the last first.
 *
 * <p>Confined to the thread that writes the rank.
 */
final class BlockRecords {

    /** Records at most: their numbers leave six bits of an int to {@link EngineBlocks}. */
    static final int MAX = (1 << 26) - 2;

    /** A record can have this many children; one more is to be taken for a block of unknown parent. */
    static final int MAX_CHILDREN = (1 << 23) - 1;

    private static final int CHUNK_BITS = 8;
    private static final int CHUNK = 1 << CHUNK_BITS;
    /** Engine hash, own hash, links. */
    static final int LONGS = 3;

    /** Low half of the third long, from below: tiers, group, whether it is severed, children. The high half: the parent. */
    private static final int TIERS = (1 << TierBits.COUNT) - 1;

    private static final int GROUP_SHIFT = TierBits.COUNT;
    private static final int GROUP_BITS = 5;
    private static final int SEVERED = 1 << (GROUP_SHIFT + GROUP_BITS);
    private static final int CHILD = SEVERED << 1;
    private static final int CHILDREN_SHIFT = Integer.numberOfTrailingZeros(CHILD);
    private static final int NONE = -1;
    private static final long[][] NO_CHUNKS = {};

    private long[][] chunks = NO_CHUNKS;

    /** All numbers below were handed out at some time. */
    private int end;

    /** The first of the freed ones, each of which has the next in place of an engine's hash. */
    private int free = NONE;

    private int freed;

    /** A new record in no tier, without parent or children. */
    int add(long engine, long own, int group) {
        int at = free;
        if (at == NONE) {
            at = end++;
            makeRoom(at >>> CHUNK_BITS);
        } else {
            free = (int) engine(at);
            freed--;
        }
        long[] chunk = chunks[at >>> CHUNK_BITS];
        int word = word(at);
        chunk[word] = engine;
        chunk[word + 1] = own;
        chunk[word + 2] = links(EngineBlocks.NO_PARENT, group << GROUP_SHIFT);
        return at;
    }

    private void makeRoom(int chunk) {
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk + 1 + (chunk >>> 1));
        }
        if (chunks[chunk] == null) {
            chunks[chunk] = new long[LONGS * CHUNK];
        }
    }

    void free(int at) {
        long[] chunk = chunks[at >>> CHUNK_BITS];
        int word = word(at);
        chunk[word] = free;
        chunk[word + 2] = links(EngineBlocks.NO_PARENT, 0);
        free = at;
        freed++;
    }

    boolean isFull() {
        return free == NONE && end >= MAX;
    }

    /** Records that are not free. */
    int size() {
        return end - freed;
    }

    /** All numbers in use are below. */
    int end() {
        return end;
    }

    /** Whether a number, which may have been freed or given out again, is that of a block of this name. */
    boolean isBlock(int at, long engine, int group) {
        return at >= 0 && at < end && engine(at) == engine && group(at) == group && tiers(at) != 0;
    }

    long engine(int at) {
        return chunks[at >>> CHUNK_BITS][word(at)];
    }

    long own(int at) {
        return chunks[at >>> CHUNK_BITS][word(at) + 1];
    }

    int group(int at) {
        return group(tag(links(at)));
    }

    /** Group and tiers as one byte, out of the third long of a record. */
    static byte tag(long links) {
        return (byte) links;
    }

    static int group(byte tag) {
        return (tag & 0xff) >>> GROUP_SHIFT;
    }

    static int tiers(byte tag) {
        return tag & TIERS;
    }

    int tiers(int at) {
        return state(at) & TIERS;
    }

    void setTiers(int at, int tiers) {
        setState(at, (state(at) & ~TIERS) | tiers);
    }

    /** Whether its name means another block by now. */
    boolean isSevered(int at) {
        return (state(at) & SEVERED) != 0;
    }

    void sever(int at) {
        setState(at, state(at) | SEVERED);
    }

    int children(int at) {
        return state(at) >>> CHILDREN_SHIFT;
    }

    void addChild(int at) {
        setState(at, state(at) + CHILD);
    }

    void removeChild(int at) {
        setState(at, state(at) - CHILD);
    }

    int parent(int at) {
        return parent(links(at));
    }

    /** The parent's number, or a constant, out of the third long of a record. */
    static int parent(long links) {
        return (int) (links >>> Integer.SIZE);
    }

    void setParent(int at, int parent) {
        chunks[at >>> CHUNK_BITS][word(at) + 2] = links(parent, state(at));
    }

    /** Gives all records other numbers, as low as possible, when most are free. Returns whether it did. */
    boolean compact() {
        if (chunks.length <= 1 || size() >= end >>> 2) {
            return false;
        }
        BlockRecords dense = new BlockRecords();
        int[] numbers = new int[end];
        for (int at = 0; at < end; at++) {
            if (isUsed(at)) {
                numbers[at] = dense.add(engine(at), own(at), 0);
            }
        }
        for (int at = 0; at < end; at++) {
            if (isUsed(at)) {
                int parent = parent(at);
                int to = numbers[at];
                dense.chunks[to >>> CHUNK_BITS][word(to) + 2] = links(parent < 0 ? parent : numbers[parent], state(at));
            }
        }
        chunks = dense.chunks;
        end = dense.end;
        free = NONE;
        freed = 0;
        return true;
    }

    /** Whether a number is a record's: it lies somewhere, or blocks continue it that do. */
    boolean isUsed(int at) {
        return (state(at) & (TIERS | -CHILD)) != 0;
    }

    /** Copies the records in use and those between, three longs each: as they lie here. */
    void copyTo(long[] to) {
        for (int at = 0; at < end; at += CHUNK) {
            System.arraycopy(chunks[at >>> CHUNK_BITS], 0, to, LONGS * at, LONGS * Math.min(CHUNK, end - at));
        }
    }

    void clear() {
        chunks = NO_CHUNKS;
        end = 0;
        free = NONE;
        freed = 0;
    }

    /** Heap taken by the chunks. */
    long bytes() {
        long full = (end + CHUNK - 1L) >>> CHUNK_BITS;
        return full * LONGS * CHUNK * Long.BYTES + (long) Integer.BYTES * chunks.length;
    }

    private long links(int at) {
        return chunks[at >>> CHUNK_BITS][word(at) + 2];
    }

    private int state(int at) {
        return (int) links(at);
    }

    private void setState(int at, int state) {
        chunks[at >>> CHUNK_BITS][word(at) + 2] = links(parent(at), state);
    }

    private static long links(int parent, int state) {
        return ((long) parent << Integer.SIZE) | (state & 0xffff_ffffL);
    }

    private static int word(int at) {
        return LONGS * (at & (CHUNK - 1));
    }
}

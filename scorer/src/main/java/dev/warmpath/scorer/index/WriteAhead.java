package dev.warmpath.scorer.index;

/**
 * Brings near what the blocks of an event will touch, before they are stored or removed one by one.
 *
 * <p>A block costs a cache miss in its rank's table, one in its record and one in the shared table, each of which names the
 * next: taken block after block they wait for each other. So it is done for {@value #RUN} blocks at a time, all the tables
 * first, then all the records, then the shared cells; the work that follows finds them in the processor's caches.
 *
 * <p>One per writing thread, as its memory is then near as well.
 */
final class WriteAhead {

    /** Blocks at a time: few enough that what was brought near is still there when its block's turn comes. */
    static final int RUN = 128;

    /** Fewer blocks are not worth it: engines announce one at a time while they decode. */
    static final int FEWEST = 4;

    private static final ThreadLocal<WriteAhead> OF_THREAD = ThreadLocal.withInitial(WriteAhead::new);

    /** Own hashes of the blocks of a run, in order. */
    final long[] own = new long[RUN];

    private final int[] candidates = new int[RUN];
    private final LookAhead shared = new LookAhead(RUN);

    /** Kept, so that the reading is not optimised away. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    private WriteAhead() {}

    static WriteAhead ofThread() {
        return OF_THREAD.get();
    }

    /** For {@code count} blocks that will be stored, whose own hashes are in {@link #own}. */
    void store(EngineBlocks blocks, SlotTable table, long[] engine, int from, int count) {
        long read = touched;
        touched = read ^ blocks.bringNear(engine, from, count, candidates);
        shared.bringNear(table, own, 0, 1, count, count - 1);
    }

    /** What may be the number of a block of the run. */
    int candidate(int number) {
        return candidates[number];
    }

    /** For {@code count} blocks that will be removed. */
    void remove(EngineBlocks blocks, SlotTable table, long[] engine, int from, int count) {
        long read = touched;
        touched = read ^ blocks.bringNear(engine, from, count, candidates);
        int known = 0;
        for (int n = 0; n < count; n++) {
            if (candidates[n] >= 0) {
                own[known++] = blocks.own(candidates[n]);
            }
        }
        shared.bringNear(table, own, 0, 1, known, known - 1);
    }
}

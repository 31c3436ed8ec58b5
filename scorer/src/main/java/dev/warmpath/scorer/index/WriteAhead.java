package dev.warmpath.scorer.index;

/**
 * Brings near what the blocks of an event will touch, before they are stored or removed one by one.
 *
 * <p>A block costs a cache miss in its rank's table, one in its record and one in the shared table, each of which names the
 * next: taken block after block they wait for each other. So it is done for {@value #RUN} blocks at a time, all the tables
 * first, then all the records; the work that follows finds them in the processor's caches. The shared cells' turn comes when
 * that is done ({@link BitRun}).
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

    /** Kept, so that the reading is not optimised away. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    private WriteAhead() {}

    static WriteAhead ofThread() {
        return OF_THREAD.get();
    }

    /** For {@code count} blocks that will be stored or removed. */
    void bringNear(EngineBlocks blocks, long[] engine, int from, int count) {
        long read = touched;
        touched = read ^ blocks.bringNear(engine, from, count, candidates);
    }

    /** What may be the number of a block of the run. */
    int candidate(int number) {
        return candidates[number];
    }
}

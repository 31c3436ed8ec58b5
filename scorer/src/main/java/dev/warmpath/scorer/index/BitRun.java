package dev.warmpath.scorer.index;

/**
 * Blocks of which one rank's bit in a shared table is to be set, or to be cleared: kept back while its own records change, then
 * made visible together, in order, under one lock.
 *
 * <p>One per writing thread, as its memory is then near. It is empty between two events: whoever begins one takes it.
 */
final class BitRun {

    private static final ThreadLocal<BitRun> OF_THREAD = ThreadLocal.withInitial(BitRun::new);

    private final long[] blocks = new long[WriteAhead.RUN];
    private final int[] present = new int[WriteAhead.RUN];
    private final LookAhead shared = new LookAhead(WriteAhead.RUN);
    private int count;
    private int tier;
    private boolean clearing;

    private BitRun() {}

    /** The calling thread's, empty. */
    static BitRun ofThread() {
        BitRun run = OF_THREAD.get();
        run.count = 0;
        return run;
    }

    /** Whether one more change of this kind can join those that it has. */
    boolean takes(int ofTier, boolean toClear) {
        return count == 0 || (count < blocks.length && tier == ofTier && clearing == toClear);
    }

    /** One more; only what it {@link #takes}. */
    void add(long block, int ofTier, boolean toClear) {
        tier = ofTier;
        clearing = toClear;
        blocks[count++] = block;
    }

    /** Whether it has blocks of which a bit is to be set. */
    boolean isSetting() {
        return count > 0 && !clearing;
    }

    int tier() {
        return tier;
    }

    int count() {
        return count;
    }

    long block(int number) {
        return blocks[number];
    }

    /**
     * Makes the changes, of which it then has none.
     *
     * @return how many bits were as they should be before: of those to be set, by {@link #present}
     */
    int make(SlotTable table, long bit) {
        int made = count;
        if (made >= WriteAhead.FEWEST) {
            shared.bringNear(table, blocks, 0, 1, made, made - 1);
        }
        count = 0;
        return clearing ? table.remove(blocks, made, bit) : table.add(blocks, made, bit, present);
    }

    /** One of the blocks whose bit was set already when the changes were made; until the next change. */
    long present(int number) {
        return blocks[present[number]];
    }
}

package dev.warmpath.scorer.index;

import java.util.concurrent.atomic.AtomicLongArray;

/** What one rank counts: written by the rank's writer alone, read by any thread, without a fence on either side. */
@SuppressWarnings("EnumOrdinal") // positions in an array that lives as long as this class
final class RankCounters {

    enum Count {
        /** Blocks held, by tier; numbered like {@link TierBits}. */
        DEVICE_BLOCKS,
        HOST_BLOCKS,
        DISK_BLOCKS,
        /** Heap taken by the rank's own tables. */
        BYTES,
        ORPHANS_WAITING,
        ORPHANS_SEEN,
        ORPHANS_DROPPED,
        REFUSED,
        UNKNOWN_PLACEHOLDERS,
        UNKNOWN_REMOVALS,
        WRONG_BLOCK_SIZE,
        MALFORMED,
        /** Blocks that were announced and that no request can match, so far; told apart by why. */
        ADAPTERS_BY_NUMBER,
        EXTRA_KEYED;

        static final int SIZE = values().length;
    }

    private final AtomicLongArray counts = new AtomicLongArray(Count.SIZE);

    long get(Count count) {
        return counts.getOpaque(count.ordinal());
    }

    void set(Count count, long value) {
        counts.setOpaque(count.ordinal(), value);
    }

    void add(Count count, long delta) {
        int i = count.ordinal();
        counts.setOpaque(i, counts.getPlain(i) + delta);
    }

    /** Adds to the number of blocks held in a tier. */
    void addHeld(int tier, int delta) {
        counts.setOpaque(tier, counts.getPlain(tier) + delta);
    }

    /** Blocks held in a tier. */
    long held(int tier) {
        return counts.getOpaque(tier);
    }
}

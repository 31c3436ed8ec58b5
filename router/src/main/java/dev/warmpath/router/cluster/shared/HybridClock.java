package dev.warmpath.router.cluster.shared;

import java.time.InstantSource;

/**
 * Versions of changes: the wall clock's milliseconds above, a count below, and never less than what was seen. So a change
 * that was made after another was heard of is the newer one, whatever the two machines' clocks say; and of changes that
 * knew nothing of each other the one with the later clock is. After "Logical Physical Clocks" (Kulkarni and others, 2014).
 * Guarded by its owner.
 */
final class HybridClock {

    private static final int COUNT_BITS = 16;

    private final InstantSource clock;
    private long last;

    HybridClock(InstantSource clock) {
        this.clock = clock;
    }

    /** A version above every one so far. */
    long next() {
        last = Math.max(clock.millis() << COUNT_BITS, last + 1);
        return last;
    }

    /** Another router has got so far. */
    void seen(long version) {
        last = Math.max(last, version);
    }
}

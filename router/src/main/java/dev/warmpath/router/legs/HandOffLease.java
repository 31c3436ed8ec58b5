package dev.warmpath.router.legs;

import java.time.Duration;

/**
 * How long what prefill has handed over may still be fetched. vLLM keeps the blocks for a lease of its own, which begins
 * with its answer; a decode leg that comes later is answered from whatever lies in those blocks by then, without an
 * error. So a decode leg goes inside this lease, which is the shorter one, or not at all.
 *
 * <p>A timer ends the lease where the leg waits for a connection; timers are late on a busy event loop, so the clock is
 * asked once more when there is one. Used from its event loop only.
 */
final class HandOffLease {

    /** Time, as an event loop has it. */
    interface Timers {

        /** Monotonic, as {@link System#nanoTime}. */
        long nanoTime();

        /**
         * Runs something later, on the same event loop.
         *
         * @param delay at least a millisecond
         * @return what calls it off
         */
        Runnable after(Duration delay, Runnable what);
    }

    private static final Duration LEAST = Duration.ofMillis(1);

    private final Timers timers;
    private final long endNanos;
    private final Runnable over;
    private final Runnable callOff;
    private boolean settled;
    private boolean lapsed;

    /**
     * Begins a lease.
     *
     * @param length of the lease
     * @param over run at most once, when the lease ends before {@link #use}
     */
    HandOffLease(Timers timers, Duration length, Runnable over) {
        this.timers = timers;
        this.endNanos = timers.nanoTime() + length.toNanos();
        this.over = over;
        this.callOff = timers.after(length.compareTo(LEAST) < 0 ? LEAST : length, this::lapse);
    }

    /** Whether the decode leg may go now. Either way the lease is settled with that. */
    boolean use() {
        if (!settled && timers.nanoTime() - endNanos >= 0) {
            lapse();
        }
        settle();
        return !lapsed;
    }

    /** Nothing is fetched under this lease. */
    void drop() {
        settle();
    }

    private void lapse() {
        if (!settled) {
            settle();
            lapsed = true;
            over.run();
        }
    }

    private void settle() {
        if (!settled) {
            settled = true;
            callOff.run();
        }
    }
}

package dev.warmpath.it.chaos;

import java.util.concurrent.TimeUnit;

/** A time in which an engine read nothing. In {@link System#nanoTime}'s kind. */
record Hang(long beganNanos, long endedNanos) {

    /** What waits in its sockets is read in the first moments after. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * Whether a request that was read after its client had got the first byte may have been sent before. Not so if the hang
     * was over when the request began, or began itself after that byte: what had been sent by then had been read.
     */
    boolean explains(long begunNanos, long firstByteNanos, long arrivedNanos) {
        long after = arrivedNanos - endedNanos;
        return endedNanos - begunNanos > 0 && beganNanos - firstByteNanos < 0 && after >= 0 && after < LATE_NANOS;
    }
}

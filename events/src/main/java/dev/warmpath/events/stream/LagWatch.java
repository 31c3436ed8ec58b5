package dev.warmpath.events.stream;

import java.util.concurrent.TimeUnit;

/**
 * The time between the publishing of a batch and its application, by two wall clocks. It has two parts that one number
 * cannot tell apart: how far this router is behind, which comes and goes, and how far the clocks are apart, which stays.
 * So beside the last one the least of the last one to two minutes is kept: what even the quickest batch took is the clocks'.
 *
 * <p>Milliseconds. Written by the stream's thread, read by any.
 */
final class LagWatch {

    private static final long HALF_NANOS = TimeUnit.MINUTES.toNanos(1);

    private boolean any;
    private long began;
    private long leastNow;
    private long leastBefore;

    private volatile long last;
    private volatile long least;

    /** A batch that came live, and not from a replay, was applied. */
    void batch(long lagMillis, long nowNanos) {
        if (!any || nowNanos - began >= HALF_NANOS) {
            leastBefore = any && nowNanos - began < 2 * HALF_NANOS ? leastNow : lagMillis;
            leastNow = lagMillis;
            began = nowNanos;
            any = true;
        }
        leastNow = Math.min(leastNow, lagMillis);
        last = lagMillis;
        least = Math.min(leastNow, leastBefore);
    }

    /** Of the last batch; 0 before the first. */
    long last() {
        return last;
    }

    /** The least of late; 0 before the first batch. */
    long least() {
        return least;
    }
}

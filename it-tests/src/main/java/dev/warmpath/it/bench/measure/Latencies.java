package dev.warmpath.it.bench.measure;

import org.HdrHistogram.Histogram;

/**
 * Times of one kind, each counted: percentiles are right to three digits, whatever the range, and adding a time allocates
 * nothing once there was one as long. One thread writes; to be read when it is done.
 */
public final class Latencies {

    private static final int DIGITS = 3;
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Histogram nanos = new Histogram(DIGITS);

    /** Means are compared with each other, so this one is exact. */
    private long sum;

    /** All of both. */
    public static Latencies of(Latencies a, Latencies b) {
        Latencies both = new Latencies();
        both.nanos.add(a.nanos);
        both.nanos.add(b.nanos);
        both.sum = a.sum + b.sum;
        return both;
    }

    /** Counts a time, in nanoseconds; one below 0, which clocks of two processes can give, as 0. */
    public void add(long time) {
        nanos.recordValue(Math.max(0, time));
        sum += Math.max(0, time);
    }

    /** Forgets all. */
    public void clear() {
        nanos.reset();
        sum = 0;
    }

    /** How many times were counted. */
    public long count() {
        return nanos.getTotalCount();
    }

    /** The mean, in microseconds; 0 where there are none. */
    public double meanMicros() {
        return count() == 0 ? 0 : sum / NANOS_PER_MICRO / count();
    }

    /**
     * Microseconds that this share of them did not exceed; 0 where there are none.
     *
     * @param share 0 to 1; 1 is the longest
     */
    public double micros(double share) {
        return nanos.getValueAtPercentile(PERCENT * share) / NANOS_PER_MICRO;
    }

    /** The same in milliseconds. */
    public double millis(double share) {
        return nanos.getValueAtPercentile(PERCENT * share) / NANOS_PER_MILLI;
    }
}

package dev.warmpath.it.bench.overhead;

import java.util.Arrays;

/** Times of one kind, each of them kept: percentiles are exact, and cost nothing while the load runs. */
final class Sample {

    private static final int FIRST_SIZE = 1 << 16;
    private static final double NANOS_PER_MICRO = 1_000.0;

    private long[] nanos = new long[FIRST_SIZE];
    private int size;
    private boolean sorted;

    void add(long time) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
        }
        nanos[size++] = time;
        sorted = false;
    }

    int size() {
        return size;
    }

    /** In microseconds; 0 of an empty sample. */
    double mean() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += nanos[i];
        }
        return size == 0 ? 0 : sum / size / NANOS_PER_MICRO;
    }

    /**
     * The time, in microseconds, that such a share of the sample does not exceed; 0 of an empty sample.
     *
     * @param share from 0 to 1
     */
    double percentile(double share) {
        if (size == 0) {
            return 0;
        }
        if (!sorted) {
            Arrays.sort(nanos, 0, size);
            sorted = true;
        }
        return nanos[Math.min(size - 1, (int) (share * size))] / NANOS_PER_MICRO;
    }
}

package dev.warmpath.it.bench.tokenize;

import java.util.Arrays;

/** Values of one quantity, of which the median is asked for. */
final class Samples {

    private long[] values = new long[64];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int count() {
        return size;
    }

    /** The value in the middle, or 0 where there is none. */
    long median() {
        long[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return size == 0 ? 0 : sorted[size / 2];
    }
}

package dev.warmpath.it.bench.choose;

import java.util.Arrays;

/** Times of one kind, in nanoseconds, the latest {@value #KEPT} of them. One thread writes; read when it is done. */
final class Latencies {

    static final int KEPT = 1 << 19;

    private final long[] nanos = new long[KEPT];
    private int count;

    void add(long value) {
        nanos[count++ & (KEPT - 1)] = value;
    }

    void clear() {
        count = 0;
    }

    /** How many times were taken. */
    int count() {
        return count;
    }

    /** Both together. */
    static Latencies of(Latencies a, Latencies b) {
        Latencies both = new Latencies();
        for (int i = 0; i < Math.max(a.kept(), b.kept()); i++) {
            if (i < a.kept()) {
                both.add(a.nanos[i]);
            }
            if (i < b.kept()) {
                both.add(b.nanos[i]);
            }
        }
        return both;
    }

    /**
     * Microseconds that this share of them did not exceed; 0 where there are none.
     *
     * @param share 0 to 1; 1 is the longest
     */
    double micros(double share) {
        int kept = kept();
        long[] sorted = Arrays.copyOf(nanos, kept);
        Arrays.sort(sorted);
        return kept == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(share * kept) - 1)] / 1e3;
    }

    private int kept() {
        return Math.min(count, KEPT);
    }
}

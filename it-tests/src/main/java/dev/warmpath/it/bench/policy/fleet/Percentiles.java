package dev.warmpath.it.bench.policy.fleet;

import org.HdrHistogram.Histogram;

/** Three points of a distribution of times, in milliseconds. */
public record Percentiles(double p50, double p90, double p99) {

    private static final double MICROS_PER_MILLI = 1_000;

    static Percentiles of(Histogram micros) {
        return new Percentiles(at(micros, 50), at(micros, 90), at(micros, 99));
    }

    private static double at(Histogram micros, double percent) {
        return micros.getValueAtPercentile(percent) / MICROS_PER_MILLI;
    }
}

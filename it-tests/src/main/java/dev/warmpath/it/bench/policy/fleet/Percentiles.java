package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.it.bench.measure.Latencies;

/** Three points of a distribution of times, in milliseconds. */
public record Percentiles(double p50, double p90, double p99) {

    static Percentiles of(Latencies times) {
        return new Percentiles(times.millis(0.5), times.millis(0.9), times.millis(0.99));
    }
}

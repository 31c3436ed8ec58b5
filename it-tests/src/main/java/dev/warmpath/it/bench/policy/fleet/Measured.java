package dev.warmpath.it.bench.policy.fleet;

import java.util.List;
import org.HdrHistogram.Histogram;

/** Gathers what a run brings. Times are kept in microseconds, to three digits. */
final class Measured {

    private static final int DIGITS = 3;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Histogram firstToken = new Histogram(DIGITS);
    private final Histogram interToken = new Histogram(DIGITS);
    private long promptTokens;
    private long straight;
    private long cachedTokens;

    void prompt(int tokens, int cached) {
        promptTokens += tokens;
        cachedTokens += cached;
    }

    /** A request goes to a decode rank alone. */
    void straight() {
        straight++;
    }

    void firstToken(long nanos) {
        firstToken.recordValue(nanos / NANOS_PER_MICRO);
    }

    void interToken(long nanos) {
        interToken.recordValue(nanos / NANOS_PER_MICRO);
    }

    RunResult result(List<FleetRank> prefill, List<FleetRank> decode) {
        return new RunResult(
                firstToken.getTotalCount(),
                (double) cachedTokens / promptTokens,
                Percentiles.of(firstToken),
                Percentiles.of(interToken),
                imbalance(prefill),
                imbalance(decode),
                (double) straight / firstToken.getTotalCount());
    }

    private static double imbalance(List<FleetRank> ranks) {
        long most = 0;
        long sum = 0;
        for (FleetRank rank : ranks) {
            most = Math.max(most, rank.work());
            sum += rank.work();
        }
        return sum == 0 ? 1 : (double) most * ranks.size() / sum;
    }
}

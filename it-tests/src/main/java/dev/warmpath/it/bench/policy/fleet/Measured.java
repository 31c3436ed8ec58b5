package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.it.bench.measure.Latencies;
import java.util.List;

/** Gathers what a run brings. */
final class Measured {

    private final Latencies firstToken = new Latencies();
    private final Latencies interToken = new Latencies();
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
        firstToken.add(nanos);
    }

    void interToken(long nanos) {
        interToken.add(nanos);
    }

    RunResult result(List<FleetRank> prefill, List<FleetRank> decode) {
        return new RunResult(
                firstToken.count(),
                (double) cachedTokens / promptTokens,
                Percentiles.of(firstToken),
                Percentiles.of(interToken),
                imbalance(prefill),
                imbalance(decode),
                (double) straight / firstToken.count());
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

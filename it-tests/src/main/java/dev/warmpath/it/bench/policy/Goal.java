package dev.warmpath.it.bench.policy;

import dev.warmpath.it.bench.policy.fleet.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Something that the router's own law has to reach at one load.
 *
 * @param name what
 * @param load where
 * @param ratio what the law came to, as a share of what it is held against
 * @param bound what that may be at most, or at least
 * @param atLeast whether the bound is a lower one
 */
record Goal(String name, double load, double ratio, double bound, boolean atLeast) {

    /** Hit ratio at light load, of the oracle's. */
    static final double LEAST_HITS = 0.97;

    /** Time to first token, p90, at {@link #BUSY}, of that of the least-loaded rule. */
    static final double MOST_OF_LEAST_LOADED = 0.5;

    /** Time to first token, p90, at any load, of that of the best other rule. */
    static final double MOST_OF_BEST = 1.05;

    /** Inter-token time, p90, at any load, of that of the least-loaded rule. */
    static final double MOST_INTER_TOKEN = 1.1;

    static final double BUSY = 0.8;

    boolean reached() {
        return atLeast ? ratio >= bound : ratio <= bound;
    }

    /** All goals, from a comparison of all rules. */
    static List<Goal> of(List<Cell> cells, double oracleHitRatio) {
        List<Double> loads = cells.stream().map(Cell::load).distinct().sorted().toList();
        List<Goal> goals = new ArrayList<>();
        for (double load : loads) {
            RunResult law = result(cells, load, RuleKind.LAW);
            RunResult leastLoaded = result(cells, load, RuleKind.LEAST_LOADED);
            if (load == loads.get(0)) {
                goals.add(new Goal("hit ratio / oracle's", load, law.hitRatio() / oracleHitRatio, LEAST_HITS, true));
            }
            if (load == BUSY) {
                goals.add(atMost(
                        "first token p90 / least-loaded's",
                        load,
                        law,
                        leastLoaded,
                        Goal::firstToken,
                        MOST_OF_LEAST_LOADED));
            }
            RunResult best = cells.stream()
                    .filter(cell -> cell.load() == load && cell.rule() != RuleKind.LAW)
                    .map(Cell::result)
                    .min(Comparator.comparingDouble(Goal::firstToken))
                    .orElseThrow();
            goals.add(atMost("first token p90 / best other's", load, law, best, Goal::firstToken, MOST_OF_BEST));
            goals.add(atMost(
                    "inter-token p90 / least-loaded's", load, law, leastLoaded, Goal::interToken, MOST_INTER_TOKEN));
        }
        return goals;
    }

    private static Goal atMost(
            String name, double load, RunResult law, RunResult other, ToDoubleFunction<RunResult> value, double bound) {
        return new Goal(name, load, value.applyAsDouble(law) / value.applyAsDouble(other), bound, false);
    }

    private static double firstToken(RunResult result) {
        return result.firstToken().p90();
    }

    private static double interToken(RunResult result) {
        return result.interToken().p90();
    }

    private static RunResult result(List<Cell> cells, double load, RuleKind rule) {
        return cells.stream()
                .filter(cell -> cell.load() == load && cell.rule() == rule)
                .map(Cell::result)
                .findFirst()
                .orElseThrow();
    }
}

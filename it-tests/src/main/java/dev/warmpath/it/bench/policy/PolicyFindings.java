package dev.warmpath.it.bench.policy;

import dev.warmpath.it.bench.trace.Trace;
import java.util.List;

/**
 * What the runs on one trace found.
 *
 * @param trace the requests that were run
 * @param oracleHitRatio of {@link dev.warmpath.it.bench.policy.fleet.Oracle}
 * @param ownLoad the load that the trace is at its own speed
 * @param rules every rule at every load
 * @param prefillWeights the law at every load with other prefill weights
 * @param decodeWeights the law at every load with other decode weights
 * @param skips the law at every load, with and without going straight to decode
 */
record PolicyFindings(
        Trace trace,
        double oracleHitRatio,
        double ownLoad,
        List<Cell> rules,
        List<Cell> prefillWeights,
        List<Cell> decodeWeights,
        List<SkipCell> skips) {

    List<Goal> goals() {
        return Goal.of(rules, oracleHitRatio);
    }
}

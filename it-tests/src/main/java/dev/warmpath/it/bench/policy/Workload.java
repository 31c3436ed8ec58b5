package dev.warmpath.it.bench.policy;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.it.bench.policy.fleet.Arrivals;
import dev.warmpath.it.bench.policy.fleet.Fleet;
import dev.warmpath.it.bench.policy.fleet.FleetModel;
import dev.warmpath.it.bench.policy.fleet.Oracle;
import dev.warmpath.it.bench.policy.fleet.RunResult;
import dev.warmpath.it.bench.trace.Trace;

/**
 * A trace on a fleet, at whatever load. Load 1 is saturation: requests come so fast that the prefill ranks would compute
 * all the time even if they hit as much as the oracle does. Other loads are the same requests, faster or slower.
 */
final class Workload {

    private final FleetModel model;
    private final Trace trace;
    private final long seed;
    private final Arrivals arrivals;
    private final Oracle oracle;
    private final double utilisation;

    Workload(FleetModel model, Trace trace, long seed) {
        this.model = model;
        this.trace = trace;
        this.seed = seed;
        this.arrivals = Arrivals.of(trace, seed);
        this.oracle = Oracle.of(model, trace);
        this.utilisation = oracle.utilisation(model, arrivals);
    }

    Trace trace() {
        return trace;
    }

    Oracle oracle() {
        return oracle;
    }

    /** The load that the trace is at its own speed. */
    double utilisation() {
        return utilisation;
    }

    /** Runs it once. */
    RunResult run(RuleKind rule, double load, ScoringSettings settings) {
        return Fleet.run(
                model,
                trace,
                arrivals.faster(load / utilisation),
                settings.expectedTtl(),
                view -> rule.make(view, settings, seed));
    }
}

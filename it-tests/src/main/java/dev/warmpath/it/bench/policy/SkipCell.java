package dev.warmpath.it.bench.policy;

import dev.warmpath.config.settings.scoring.SkipPrefillSettings;
import dev.warmpath.it.bench.policy.fleet.RunResult;

/**
 * One run of the router's own law with bounds for going straight to decode.
 *
 * @param load 1 is saturation, see {@link Workload}
 */
record SkipCell(double load, SkipPrefillSettings bounds, RunResult result) {

    /** The bounds, as a table names them. */
    String name() {
        return bounds.enabled() ? bounds.maxTokens() + " tokens, " + bounds.maxShare() : "off";
    }
}

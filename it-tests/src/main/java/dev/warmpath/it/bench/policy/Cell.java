package dev.warmpath.it.bench.policy;

import dev.warmpath.it.bench.policy.fleet.RunResult;

/**
 * One run and what it was.
 *
 * @param load 1 is saturation, see {@link Workload}
 * @param prefillWeight for the router's own law; the others have none
 * @param decodeWeight likewise
 */
record Cell(RuleKind rule, double load, double prefillWeight, double decodeWeight, RunResult result) {}

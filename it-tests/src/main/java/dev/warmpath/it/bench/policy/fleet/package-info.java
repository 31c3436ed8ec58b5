/**
 * A PD fleet in virtual time: the simulated engine's schedulers and caches, one per rank, on a clock that jumps from one
 * thing that happens to the next. A routing rule places the requests of a trace, and what comes of it is measured. Used
 * by the benchmark of routing rules; one thread per run.
 */
@NullMarked
package dev.warmpath.it.bench.policy.fleet;

import org.jspecify.annotations.NullMarked;

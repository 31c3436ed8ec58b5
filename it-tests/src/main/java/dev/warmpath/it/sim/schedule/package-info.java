/**
 * Continuous batching on a simulated clock: which requests of a rank run in a step, how long the step takes, and what
 * it brings. Everything here runs on the engine's one thread. Used by the simulated engine's HTTP side; uses the cache.
 */
@NullMarked
package dev.warmpath.it.sim.schedule;

import org.jspecify.annotations.NullMarked;

/**
 * The KV caches of simulated engines: which blocks a rank holds, what it evicts, and what changes it has to announce.
 * Used by the scheduler of a rank, on its engine's thread; knows nothing of time, events on the wire or HTTP.
 */
@NullMarked
package dev.warmpath.it.sim.cache;

import org.jspecify.annotations.NullMarked;

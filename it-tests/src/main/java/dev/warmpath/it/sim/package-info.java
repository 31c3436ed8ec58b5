/**
 * Simulated engines: real HTTP, real ZMQ, a real block pool. Used by the demo, the end-to-end tests and the benchmarks;
 * they keep the contract of the engines they stand for, refusals included.
 */
@NullMarked
package dev.warmpath.it.sim;

import org.jspecify.annotations.NullMarked;

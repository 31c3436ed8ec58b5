/**
 * Load out: what each rank has to do, on one ZMQ socket per rank, as SGLang's schedulers publish it. Used by the simulated
 * engine; depends on its ranks only.
 */
@NullMarked
package dev.warmpath.it.sim.load;

import org.jspecify.annotations.NullMarked;

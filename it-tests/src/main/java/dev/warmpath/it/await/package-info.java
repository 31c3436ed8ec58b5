/** Waiting for what other threads bring about, outside of tests: used by the demo and the benchmarks; depends on nothing. */
@NullMarked
package dev.warmpath.it.await;

import org.jspecify.annotations.NullMarked;

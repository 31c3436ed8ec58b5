/** Compares what a router's index believes with what simulated engines hold. Used by the demo, the chaos run and tests. */
@NullMarked
package dev.warmpath.it.truth;

import org.jspecify.annotations.NullMarked;

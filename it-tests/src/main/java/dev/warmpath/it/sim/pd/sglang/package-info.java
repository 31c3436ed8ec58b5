/** Legs of SGLang: both at once, paired by a room. */
@NullMarked
package dev.warmpath.it.sim.pd.sglang;

import org.jspecify.annotations.NullMarked;

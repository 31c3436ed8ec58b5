/** Legs of vLLM: NIXL's, one after the other, and Mooncake's, paired by an id of the router's. */
@NullMarked
package dev.warmpath.it.sim.pd.vllm;

import org.jspecify.annotations.NullMarked;

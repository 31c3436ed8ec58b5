package dev.warmpath.it.sim.hash;

import dev.warmpath.events.kv.CacheNamespace;
import org.jspecify.annotations.Nullable;

/** How an engine identifies the blocks of a prompt. */
public interface HashScheme {

    /**
     * Identity of a full block.
     *
     * @param parent identity of the block before it, or null for the first
     * @param tokens the block's tokens
     */
    Digest hash(@Nullable Digest parent, int[] tokens, CacheNamespace namespace);

    /** The 64 bits of a digest that the engine puts into its events. */
    long wire(Digest digest);
}

package dev.warmpath.it.sim.hash;

import dev.warmpath.events.kv.CacheNamespace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an engine identifies the blocks of a prompt. */
public interface HashScheme {

    /**
     * Identity of a full block.
     *
     * @param parent identity of the block before it, or null for the first
     * @param tokens the block's tokens
     */
    default Digest hash(@Nullable Digest parent, int[] tokens, CacheNamespace namespace) {
        return hash(parent, tokens, namespace, List.of());
    }

    /**
     * The same of a block that images touch.
     *
     * @param media those that do; told apart by the tokens themselves, and empty here, where {@link #mediaInTokens}
     */
    Digest hash(@Nullable Digest parent, int[] tokens, CacheNamespace namespace, List<MediaSpan.InBlock> media);

    /** Whether the tokens that stand for an image differ from image to image. */
    boolean mediaInTokens();

    /** The 64 bits of a digest that the engine puts into its events. */
    long wire(Digest digest);
}

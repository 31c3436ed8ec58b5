package dev.warmpath.it.sim.hash;

import dev.warmpath.events.kv.CacheNamespace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one full block holds, wherever and however often it lies in memory.
 *
 * @param digest the engine's identity of it
 * @param parent the engine's identity of the block before it, or null for the first of a prompt
 * @param own the router's identity of it, for comparison with the router's index
 * @param tokens its tokens; shared, do not write
 * @param namespace the cache namespace it belongs to
 * @param media images and the like that touch it, where the engine tells them apart from its tokens
 */
public record BlockContent(
        Digest digest,
        @Nullable Digest parent,
        long own,
        int[] tokens,
        CacheNamespace namespace,
        List<MediaSpan.InBlock> media) {

    public BlockContent {
        media = List.copyOf(media);
    }

    /** One of text. */
    public BlockContent(Digest digest, @Nullable Digest parent, long own, int[] tokens, CacheNamespace namespace) {
        this(digest, parent, own, tokens, namespace, List.of());
    }
}

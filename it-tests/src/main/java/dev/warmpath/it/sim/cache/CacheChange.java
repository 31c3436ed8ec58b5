package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import java.util.List;

/** One change of a cache's content: what becomes one event. */
public sealed interface CacheChange {

    /**
     * Blocks that were not in this tier, or one more copy of them.
     *
     * @param blocks consecutive blocks of one prompt, first to last
     */
    record Stored(List<BlockContent> blocks, Tier tier) implements CacheChange {
        public Stored {
            blocks = List.copyOf(blocks);
        }
    }

    record Removed(List<Digest> digests, Tier tier) implements CacheChange {
        public Removed {
            digests = List.copyOf(digests);
        }
    }

    /** Everything is gone, from all tiers. */
    record Cleared() implements CacheChange {}
}

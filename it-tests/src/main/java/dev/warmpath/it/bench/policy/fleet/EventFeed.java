package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.scorer.index.RankIndex;
import java.util.List;

/** Tells the router's index of the changes in one rank's cache, a while after they happen. */
final class EventFeed {

    private static final int NO_GROUP = -1;

    private final RankIndex index;
    private final HashScheme hashes;
    private final VirtualTime time;
    private final long delayNanos;

    EventFeed(RankIndex index, HashScheme hashes, VirtualTime time, long delayNanos) {
        this.index = index;
        this.hashes = hashes;
        this.time = time;
        this.delayNanos = delayNanos;
    }

    void send(List<CacheChange> changes) {
        time.after(delayNanos, () -> changes.forEach(change -> index.apply(event(change))));
    }

    private KvEvent event(CacheChange change) {
        if (change instanceof CacheChange.Stored stored) {
            return stored(stored);
        }
        if (change instanceof CacheChange.Removed removed) {
            return new BlockRemoved(wire(removed.digests()), removed.tier(), NO_GROUP);
        }
        return new AllBlocksCleared();
    }

    private BlockStored stored(CacheChange.Stored stored) {
        List<BlockContent> blocks = stored.blocks();
        int blockSize = blocks.get(0).tokens().length;
        int[] tokens = new int[blocks.size() * blockSize];
        long[] engine = new long[blocks.size()];
        for (int i = 0; i < engine.length; i++) {
            BlockContent block = blocks.get(i);
            engine[i] = hashes.wire(block.digest());
            System.arraycopy(block.tokens(), 0, tokens, i * blockSize, blockSize);
        }
        Digest parent = blocks.get(0).parent();
        return new BlockStored(
                engine,
                parent != null,
                parent == null ? 0 : hashes.wire(parent),
                tokens,
                blockSize,
                stored.tier(),
                NO_GROUP,
                CacheNamespace.PLAIN,
                null);
    }

    private long[] wire(List<Digest> digests) {
        long[] engine = new long[digests.size()];
        for (int i = 0; i < engine.length; i++) {
            engine[i] = hashes.wire(digests.get(i));
        }
        return engine;
    }
}

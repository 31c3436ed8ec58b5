package dev.warmpath.it.sim.cache;

import dev.warmpath.it.sim.hash.TokenChain;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Memory without reuse: the cache of an engine whose prefix caching is off. It announces nothing. */
final class UncachedPool implements KvCache {

    private final int blockSize;
    private final int capacity;
    private int used;

    UncachedPool(CacheOptions options) {
        this.blockSize = options.blockSize();
        this.capacity = options.blocks();
    }

    @Override
    public int held(TokenChain chain) {
        return 0;
    }

    @Override
    public @Nullable Holding admit(TokenChain chain) {
        Room room = new Room();
        return grow(room, chain.length()) ? room : null;
    }

    @Override
    public void cover(Holding holding, int tokens) {
        // Nothing is kept.
    }

    @Override
    public void prefillFinished(Holding holding) {
        // Nothing is kept.
    }

    @Override
    public boolean grow(Holding holding, int tokens) {
        Room room = (Room) holding;
        int missing = (tokens + blockSize - 1) / blockSize - room.blocks;
        if (missing > capacity - used) {
            return false;
        }
        used += Math.max(0, missing);
        room.blocks += Math.max(0, missing);
        return true;
    }

    @Override
    public void release(Holding holding, int tokens) {
        Room room = (Room) holding;
        used -= room.blocks;
        room.blocks = 0;
    }

    @Override
    public boolean clear() {
        return used == 0;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int inUse() {
        return used;
    }

    @Override
    public List<CacheChange> drain() {
        return List.of();
    }

    @Override
    public List<TierUse> lowerTiers() {
        return List.of();
    }

    @Override
    public CacheTruth truth() {
        return new CacheTruth(Map.of());
    }

    private static final class Room implements Holding {
        private int blocks;

        @Override
        public int cachedTokens() {
            return 0;
        }
    }
}

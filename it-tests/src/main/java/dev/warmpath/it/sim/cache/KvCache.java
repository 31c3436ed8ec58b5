package dev.warmpath.it.sim.cache;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rank's KV cache of fixed size. Belongs to the engine's thread.
 *
 * <p>A request is admitted with room for its whole prompt, covers it chunk by chunk, grows as it generates, and is
 * released. At most {@code length - 1} tokens of a prompt are taken from the cache, in full blocks: an engine always
 * computes the last token, whose output it needs.
 */
public interface KvCache {

    /** The cache that this engine has. */
    static KvCache of(Engine engine, CacheOptions options) {
        return of(engine, options, new LowerTier(Tier.DISK, options.diskBlocks()));
    }

    /**
     * The cache of an engine that finds a store.
     *
     * @param disk what lies behind its host tier; its content is announced with the first changes
     */
    static KvCache of(Engine engine, CacheOptions options, LowerTier disk) {
        if (!options.prefixCaching()) {
            return new UncachedPool(options);
        }
        return engine == Engine.SGLANG ? new RadixCache(options, disk) : new BlockPool(options, disk);
    }

    /** Leading tokens of a prompt that would be taken from the device's memory if it were admitted now. */
    int held(TokenChain chain);

    /** Takes memory for the whole of {@code chain}, cached prefix included; null when there is not enough now. */
    @Nullable
    Holding admit(TokenChain chain);

    /** The first {@code tokens} tokens have KV once the step that is now planned has run. */
    void cover(Holding holding, int tokens);

    /** The whole prompt has KV. */
    void prefillFinished(Holding holding);

    /** Takes memory for {@code tokens} tokens in all; false when there is not enough now. */
    boolean grow(Holding holding, int tokens);

    /**
     * The request has ended.
     *
     * @param tokens leading tokens that have KV, 0 when the prefill did not finish; what the engine keeps of them
     *     becomes reusable
     */
    void release(Holding holding, int tokens);

    /** Forgets everything; false, and nothing happens, while requests hold memory. */
    boolean clear();

    /** Blocks that one request could hold if it were alone. */
    int capacity();

    /** Blocks that running requests hold, shared ones once. */
    int inUse();

    /** Changes since the last call, in order. */
    List<CacheChange> drain();

    /** What lies behind the device's memory; empty when nothing is reused. */
    List<TierUse> lowerTiers();

    CacheTruth truth();
}

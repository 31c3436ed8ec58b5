package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.it.bench.trace.Trace;
import dev.warmpath.it.bench.trace.TracePrompt;
import dev.warmpath.it.bench.trace.TraceRequest;
import dev.warmpath.it.sim.cache.Holding;
import dev.warmpath.it.sim.cache.KvCache;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.it.sim.hash.TokenChain;

/**
 * The most that routing could make of the prefill ranks' memory: one cache as large as all of theirs together, which
 * every request meets in the order of arrival and with the one before it complete. There is nothing to choose and nothing
 * to know in it: no prefix is held twice, none lies on the wrong rank, none is still on its way. No fleet of separate
 * caches can be counted on to hold more, whatever its router knows.
 *
 * @param hitRatio share of all prompt tokens that it has cached
 * @param missedTokens prompt tokens that it has not
 */
public record Oracle(double hitRatio, long missedTokens) {

    public static Oracle of(FleetModel model, Trace trace) {
        HashScheme hashes = new ChainHashing();
        KvCache cache =
                KvCache.of(Engine.VLLM, model.cache().withBlocks(model.cache().blocks() * model.prefillRanks()));
        long tokens = 0;
        long cached = 0;
        for (TraceRequest request : trace.requests()) {
            TokenChain chain =
                    new TokenChain(hashes, CacheNamespace.PLAIN, model.blockSize(), TracePrompt.tokens(request));
            Holding holding = cache.admit(chain);
            if (holding == null) {
                throw new IllegalArgumentException("a prompt of " + chain.length() + " tokens is too long");
            }
            tokens += chain.length();
            cached += holding.cachedTokens();
            cache.cover(holding, chain.length());
            cache.prefillFinished(holding);
            cache.release(holding, chain.length());
            cache.drain();
        }
        return new Oracle((double) cached / tokens, tokens - cached);
    }

    /** The share of its prefill ranks' time that the trace takes at its own speed, were the oracle routing. */
    public double utilisation(FleetModel model, Arrivals arrivals) {
        double perSecond = missedTokens / arrivals.seconds();
        return perSecond / (model.prefillRanks() * model.times().prefillTokensPerSecond());
    }
}

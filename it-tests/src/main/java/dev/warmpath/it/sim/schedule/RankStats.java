package dev.warmpath.it.sim.schedule;

import dev.warmpath.it.sim.cache.TierUse;
import java.util.List;

/**
 * What a rank does at one moment, and has done since its engine started.
 *
 * @param running requests that run
 * @param waiting requests that wait
 * @param usedBlocks blocks that requests hold
 * @param capacityBlocks blocks there are
 * @param promptTokens prompt tokens of admitted requests, so far
 * @param cachedTokens those of them that the cache held, so far
 * @param generatedTokens tokens generated so far
 * @param lowerTiers what lies behind the device's memory
 */
public record RankStats(
        int running,
        int waiting,
        int usedBlocks,
        int capacityBlocks,
        long promptTokens,
        long cachedTokens,
        long generatedTokens,
        List<TierUse> lowerTiers) {

    public RankStats {
        lowerTiers = List.copyOf(lowerTiers);
    }
}

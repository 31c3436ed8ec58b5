package dev.warmpath.it.sim.schedule;

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
 */
public record RankStats(
        int running,
        int waiting,
        int usedBlocks,
        int capacityBlocks,
        long promptTokens,
        long cachedTokens,
        long generatedTokens) {}

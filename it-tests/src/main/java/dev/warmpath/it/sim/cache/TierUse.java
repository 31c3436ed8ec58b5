package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;

/**
 * What a tier below the device's memory holds and has done.
 *
 * @param blocks blocks that lie there now
 * @param readBlocks blocks that prompts took from there, so far
 * @param storedBlocks blocks that were written there, so far; one that was there already is not written
 */
public record TierUse(Tier tier, int blocks, long readBlocks, long storedBlocks) {}

package dev.warmpath.it.sim.cache;

/** The memory of one running request. Made, grown and released by the cache that it belongs to. */
public interface Holding {

    /** Leading tokens of the prompt that were found in the cache when the request was admitted. */
    int cachedTokens();
}

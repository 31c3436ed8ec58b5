package dev.warmpath.scorer.load;

/**
 * What a choice believed that its target had cached of a prompt.
 *
 * @param tokens prompt length, where the router knows all of it; 0 for a prompt without hashes or with an image
 * @param blockSize tokens per block on the target
 * @param matchedBlocks leading blocks that the target was believed to hold
 * @param cachedTokens tokens that the engine should report as cached, see {@link Booking#predictedCachedTokens}
 * @param announcedTokens those of them that rest on the target's events alone
 * @param chain hashes of the prompt's blocks; shared, not to be written to
 */
public record Prediction(
        int tokens, int blockSize, int matchedBlocks, int cachedTokens, int announcedTokens, long[] chain) {}

package dev.warmpath.scorer.hash;

/** Makes the chains of block hashes of one prompt's tokens, by whatever it knows of them already. */
@FunctionalInterface
public interface ChainSource {

    /**
     * Fills a chain.
     *
     * @param root what stands before the first block: {@link BlockHash#root}
     * @param blockSize tokens per block, at least 1
     * @param chain gets the hashes of as many leading blocks as it is long
     */
    void chain(long root, int blockSize, long[] chain);
}

package dev.warmpath.it.sim.cache;

/**
 * Size and abilities of a rank's cache.
 *
 * @param blockSize tokens per block
 * @param blocks device blocks per rank
 * @param hostBlocks blocks of CPU memory per rank that device blocks are also written to; 0 for no such tier
 * @param diskBlocks blocks per rank of a store behind both that outlives the engine; 0 for no such tier
 * @param prefixCaching whether finished blocks may be reused; SGLang's decode workers do not by default
 */
public record CacheOptions(int blockSize, int blocks, int hostBlocks, int diskBlocks, boolean prefixCaching) {

    public CacheOptions {
        if (blockSize < 1 || blocks < 1 || hostBlocks < 0 || diskBlocks < 0) {
            throw new IllegalArgumentException(
                    "block size and blocks must be at least 1, host and disk blocks at least 0: " + blockSize + ", "
                            + blocks + ", " + hostBlocks + ", " + diskBlocks);
        }
    }

    public static CacheOptions defaults() {
        return new CacheOptions(16, 8192, 0, 0, true);
    }

    public CacheOptions withBlockSize(int tokens) {
        return new CacheOptions(tokens, blocks, hostBlocks, diskBlocks, prefixCaching);
    }

    public CacheOptions withBlocks(int count) {
        return new CacheOptions(blockSize, count, hostBlocks, diskBlocks, prefixCaching);
    }

    public CacheOptions withHostBlocks(int count) {
        return new CacheOptions(blockSize, blocks, count, diskBlocks, prefixCaching);
    }

    public CacheOptions withDiskBlocks(int count) {
        return new CacheOptions(blockSize, blocks, hostBlocks, count, prefixCaching);
    }

    public CacheOptions withPrefixCaching(boolean on) {
        return new CacheOptions(blockSize, blocks, hostBlocks, diskBlocks, on);
    }
}

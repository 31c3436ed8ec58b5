package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.it.sim.cache.CacheOptions;
import dev.warmpath.it.sim.schedule.TimeModel;

/**
 * What a simulated fleet consists of.
 *
 * @param prefillRanks ranks that compute prompts
 * @param decodeRanks ranks that generate
 * @param cache of each rank
 * @param times of each rank
 * @param transferTokensPerSecond how fast KV moves from a prefill to a decode rank; what the decode rank has already
 *     does not move
 * @param eventDelayNanos from a change in a cache until the router knows of it
 */
public record FleetModel(
        int prefillRanks,
        int decodeRanks,
        CacheOptions cache,
        TimeModel times,
        double transferTokensPerSecond,
        long eventDelayNanos) {

    /** Tokens of KV that each rank's cache holds: 16,384 blocks of 64 tokens. */
    private static final int CACHE_TOKENS = 1 << 20;

    /** Some 160 KB of KV per token over a network of 400 Gbit/s. */
    private static final double TRANSFER_TOKENS_PER_SECOND = 250_000;

    /** Measured from an engine's step to the router's index over loopback, with room for a network. */
    private static final long EVENT_DELAY_NANOS = 5_000_000;

    /** Each rank queues what it is given: a refusal would flatter whoever overloads a rank. */
    private static final int ENDLESS = Integer.MAX_VALUE;

    /** Eight prefill and four decode ranks of the simulated engine's usual speed. */
    public static FleetModel usual(int blockSize) {
        TimeModel times = TimeModel.defaults();
        return new FleetModel(
                8,
                4,
                CacheOptions.defaults().withBlockSize(blockSize).withBlocks(CACHE_TOKENS / blockSize),
                times.withLimits(times.chunkTokens(), times.maxRunning(), ENDLESS),
                TRANSFER_TOKENS_PER_SECOND,
                EVENT_DELAY_NANOS);
    }

    /** Of other size. */
    public FleetModel withRanks(int prefill, int decode) {
        return new FleetModel(prefill, decode, cache, times, transferTokensPerSecond, eventDelayNanos);
    }

    int blockSize() {
        return cache.blockSize();
    }

    long transferNanos(int tokens) {
        return times.transferNanos() + Math.round(tokens / transferTokensPerSecond * 1e9);
    }
}

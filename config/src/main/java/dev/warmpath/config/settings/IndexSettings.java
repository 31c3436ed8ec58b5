package dev.warmpath.config.settings;

import java.time.Duration;

/**
 * Bounds of the prefix index ({@code index:}).
 *
 * @param maxBlocksPerRank blocks that one rank may have indexed; one more is refused and counted
 * @param maxBlocksTotal (block, rank) memberships in all
 * @param maxOrphansPerRank stored blocks that may wait for an unknown parent, per rank
 * @param maxExpectedBlocks blocks that bookings may hold as expected at one time, in all
 * @param maxLearnedPerRank blocks of one rank that may be known from answers alone; 0 learns nothing
 * @param learnedTtl longest that such a block is believed after an answer has proved it; half of that at least
 */
public record IndexSettings(
        int maxBlocksPerRank,
        long maxBlocksTotal,
        int maxOrphansPerRank,
        int maxExpectedBlocks,
        int maxLearnedPerRank,
        Duration learnedTtl) {

    public static IndexSettings defaults() {
        return new IndexSettings(4_000_000, 64_000_000L, 16_384, 1_000_000, 65_536, Duration.ofMinutes(10));
    }
}

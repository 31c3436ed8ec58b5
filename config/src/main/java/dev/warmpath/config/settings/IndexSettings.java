package dev.warmpath.config.settings;

/**
 * Bounds of the prefix index ({@code index:}).
 *
 * @param maxBlocksPerRank blocks that one rank may have indexed; one more is refused and counted
 * @param maxBlocksTotal (block, rank) memberships in all
 * @param maxOrphansPerRank stored blocks that may wait for an unknown parent, per rank
 * @param maxExpectedBlocks blocks that bookings may hold as expected at one time, in all
 */
public record IndexSettings(int maxBlocksPerRank, long maxBlocksTotal, int maxOrphansPerRank, int maxExpectedBlocks) {

    public static IndexSettings defaults() {
        return new IndexSettings(4_000_000, 64_000_000L, 16_384, 1_000_000);
    }
}

package dev.warmpath.scorer.index.snapshot;

/** Sizes of the parts of a rank's bytes; see the package. */
final class RankFormat {

    static final int BYTES_PER_BLOCK = 2 * Long.BYTES + 1 + Integer.BYTES;

    /** As many as the index numbers. */
    static final int MAX_GROUPS = 32;

    private RankFormat() {}
}

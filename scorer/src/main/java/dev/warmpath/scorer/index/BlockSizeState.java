package dev.warmpath.scorer.index;

import java.util.Locale;

/** What is known of a rank's block size. */
public enum BlockSizeState {
    /** Neither configured nor seen in an event: the rank counts as a full miss. */
    UNKNOWN,
    /** Configured, and no event has contradicted it. */
    CONFIGURED,
    /** Learned from the first event. */
    LEARNED,
    /** Events carry another size than configured: an error; the rank counts as a full miss. */
    MISMATCH;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

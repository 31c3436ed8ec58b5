package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.Tier;

/** Tiers as small numbers, best first, and sets of tiers as bits: how the index's tables keep them. */
final class TierBits {

    static final int DEVICE = 0;
    static final int HOST = 1;
    static final int DISK = 2;

    /** How many tiers there are. */
    static final int COUNT = 3;

    private TierBits() {}

    static int number(Tier tier) {
        return switch (tier) {
            case DEVICE -> DEVICE;
            case HOST -> HOST;
            case DISK -> DISK;
        };
    }
}

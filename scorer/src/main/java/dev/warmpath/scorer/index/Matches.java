package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.Tier;

/**
 * The answer to one look-up, for every slot; reused between look-ups by one thread, so that asking allocates nothing.
 * A match is contiguous from block 0 and ends at the first block that the slot holds in no tier.
 */
public final class Matches {

    /** Leading blocks that the slot holds, whatever the tier, expected ones included. */
    public int blocks(int slot) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Those of {@link #blocks} whose best tier is this one; expected blocks count as device. */
    public int blocks(int slot, Tier tier) {
        throw new UnsupportedOperationException("not yet");
    }
}

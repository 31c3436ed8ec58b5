package dev.warmpath.scorer.index;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.events.kv.Target;

/** The one index of a router. */
public final class PrefixIndex {

    public PrefixIndex(IndexSettings settings) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Gives a target a slot and an empty view.
     *
     * @param configuredBlockSize tokens per block, or 0 to learn it from the first event
     */
    public RankIndex addRank(Target target, int configuredBlockSize) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Takes a rank's blocks out and frees its slot; call only when its stream no longer calls its sink. */
    public void removeRank(RankIndex rank) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Looks a chain up for all slots at once. Lock-free; allocates nothing once {@code out} has its size. */
    public void match(long[] chain, int length, Matches out) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Enters the blocks {@code chain[from .. length)} as expected on a slot until {@code nowNanos + ttl}; see design
     * 3.6. Expected blocks have one writer at a time: the caller holds the chooser's lock.
     *
     * @return a ticket for {@link #withdraw}; 0 when nothing was entered
     */
    public long expect(int slot, long[] chain, int from, int length, long nowNanos) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Takes expected blocks back because their leg failed. Unknown or expired tickets are ignored. */
    public void withdraw(long ticket) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Drops expected blocks whose time has passed. */
    public void expire(long nowNanos) {
        throw new UnsupportedOperationException("not yet");
    }

    /** (block, rank, tier) memberships from events, all ranks. */
    public long memberships() {
        return 0;
    }

    /** Heap that the tables take, in bytes. */
    public long bytes() {
        return 0;
    }
}

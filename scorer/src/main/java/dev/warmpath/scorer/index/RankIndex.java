package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.KvEventSink;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;

/** One rank's part of the index: the door through which its events come in. */
public final class RankIndex implements KvEventSink {

    private final Target target;
    private final int slot;

    RankIndex(Target target, int slot) {
        this.target = target;
        this.slot = slot;
    }

    public Target target() {
        return target;
    }

    /** Position of this rank in {@link Matches}; never reused while the rank is registered. */
    public int slot() {
        return slot;
    }

    @Override
    public void apply(KvEvent event) {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public void drop() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Tokens per block as configured or learned; 0 while unknown or while the two disagree. Any thread. */
    public int blockSize() {
        return 0;
    }

    /** What is known of this rank's block size. Any thread. */
    public BlockSizeState blockSizeState() {
        return BlockSizeState.UNKNOWN;
    }

    /** Blocks held in a tier. Any thread; exact when the stream is quiet. */
    public long blocks(Tier tier) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Whether the rank holds this block in this tier; for tests and explain, not for scoring. Any thread. */
    public boolean holds(long hash, Tier tier) {
        throw new UnsupportedOperationException("not yet");
    }
}

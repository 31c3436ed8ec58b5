package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.KvEventSink;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.index.RankCounters.Count;
import java.util.Arrays;
import org.agrona.collections.LongArrayList;

/**
 * One rank's part of the index: the door through which its events come in.
 *
 * <p>Events come from one thread at a time. The monitor is for {@link PrefixIndex#removeRank}: an event that is late
 * finds the rank removed instead of writing to a slot that is somebody else's by then.
 */
public final class RankIndex implements KvEventSink {

    private final Target target;
    private final int slot;
    private final long bit;
    private final SlotGroup slots;
    private final ExpectedBlocks expected;
    private final LearnedBlocks learned;
    private final LostBlocks lost;
    private final RankCounters counters = new RankCounters();
    private final BlockSizeTracker blockSize;
    private final RankView view;
    private volatile long expectedConfirmed;
    private volatile long expectedMissed;
    private volatile long apartConfirmed;
    private volatile long apartMissed;
    private volatile boolean removed;

    RankIndex(
            Target target,
            int slot,
            int configuredBlockSize,
            int maxOrphans,
            SlotGroup slots,
            IndexBudget budget,
            ExpectedBlocks expected,
            LearnedBlocks learned) {
        this.target = target;
        this.slot = slot;
        this.bit = SlotGroup.bit(slot);
        this.slots = slots;
        this.expected = expected;
        this.learned = learned;
        this.lost = new LostBlocks(expected);
        this.blockSize = new BlockSizeTracker(configuredBlockSize);
        this.view = new RankView(
                counters,
                blockSize,
                new RankBlocks(slots, bit, budget, counters, learned, lost),
                new OrphanBuffer(maxOrphans));
    }

    public Target target() {
        return target;
    }

    /** Position of this rank in {@link Matches}; never reused while the rank is registered. */
    public int slot() {
        return slot;
    }

    @Override
    public synchronized void apply(KvEvent event) {
        if (removed) {
            return;
        }
        try {
            if (event instanceof BlockStored stored) {
                if (stored.isPlaceholder()) {
                    view.addTier(stored);
                } else {
                    view.store(stored);
                }
            } else if (event instanceof BlockRemoved removal) {
                view.remove(removal);
            } else if (event instanceof AllBlocksCleared) {
                clear();
            }
        } finally {
            view.settle();
        }
    }

    @Override
    public synchronized void drop() {
        if (removed) {
            return;
        }
        clear();
        blockSize.reset();
        view.settle();
    }

    /**
     * Copies what the rank holds. To be called between two batches of its stream when the copy is to stand for a point of
     * that stream. Holds its events up for as long as copying takes: some ten milliseconds for a million blocks.
     */
    public synchronized void copyTo(RankCopy copy) {
        view.copyTo(copy, learned.hashes());
    }

    /**
     * Prepares a rank that holds nothing for blocks that an earlier run had.
     *
     * @param size tokens per block then, 0 if that was not known; where another one is configured, nothing of that run
     *     can be used here
     * @param groups its KV-cache groups, 32 at most
     * @param blocks how many there will be, for room
     */
    public synchronized void restore(int size, int[] groups, int blocks) {
        if (!removed) {
            blockSize.restore(size);
            view.restore(groups, blocks);
            view.settle();
        }
    }

    /**
     * Puts in what an earlier run held. For the rank's writer, before its first event.
     *
     * @param hashes engine hash and own hash of each block, one after the other
     * @param tags of each block its group and tiers, as {@link RankCopy#tag} tells them
     * @param parents of each block the one that it continues, as {@link RankCopy#parent} tells them
     * @return false when some block is there twice, or of no group or tier: what was put in is not to be believed
     */
    public synchronized boolean restore(long[] hashes, byte[] tags, int[] parents, int count) {
        boolean good = true;
        for (int i = 0; i < count && !removed; i++) {
            good &= view.restore(hashes[2 * i], hashes[2 * i + 1], tags[i], parents[i]);
        }
        view.settle();
        return good;
    }

    /**
     * All blocks of the earlier run are in.
     *
     * @return false when one continues a block that is not there
     */
    public synchronized boolean restoreParents() {
        if (removed) {
            return true;
        }
        boolean good = view.restoreParents();
        view.settle();
        return good;
    }

    /**
     * Puts in what an earlier run had learned, at most half of {@code index.learned_ttl} ago, after the blocks.
     *
     * @param nowNanos of the clock that {@link PrefixIndex#expireLearned} goes by
     */
    public void restoreLearned(long[] hashes, long nowNanos) {
        learned.restore(hashes, nowNanos);
    }

    /** Tokens per block as configured or learned; 0 while unknown or while the two disagree. Any thread. */
    public int blockSize() {
        return blockSize.blockSize();
    }

    /** What is known of this rank's block size. Any thread. */
    public BlockSizeState blockSizeState() {
        return blockSize.state();
    }

    /** Blocks held in a tier. Any thread; exact when the stream is quiet. */
    public long blocks(Tier tier) {
        return counters.held(TierBits.number(tier));
    }

    /** Whether the rank holds this block in this tier; for tests and explain, not for scoring. Any thread. */
    public boolean holds(long hash, Tier tier) {
        return !removed && (slots.table(TierBits.number(tier)).get(hash) & bit) != 0;
    }

    /**
     * Own hashes of the blocks held in a tier, sorted as signed numbers; for comparing with an engine's truth. Reads the
     * tables that {@link PrefixIndex#match} reads. Any thread; exact when the stream is quiet. Walks the whole table: not
     * for the hot path.
     */
    public long[] hashes(Tier tier) {
        LongArrayList found = new LongArrayList();
        if (!removed) {
            slots.table(TierBits.number(tier)).forEach(bit, found::addLong);
        }
        long[] hashes = found.toLongArray();
        Arrays.sort(hashes);
        return hashes;
    }

    /**
     * An answer proves that the engine holds {@code chain[from .. to)}, of which no event has told: what no event
     * holds by now is learned, and believed to lie on the device, for {@code index.learned_ttl} at most.
     *
     * @param nowNanos of the clock that {@link PrefixIndex#expireLearned} goes by
     */
    public void learn(long[] chain, int from, int to, long nowNanos) {
        learned.learn(chain, from, to, nowNanos);
    }

    /** An answer proves that the engine does not hold {@code chain[from .. to)}: what of it was learned is forgotten. */
    public void forget(long[] chain, int from, int to) {
        learned.forget(chain, from, to);
    }

    void expireLearned(long nowNanos) {
        learned.expire(nowNanos);
    }

    /** Counts for metrics and the admin API. Any thread. */
    public RankIndexStatus status() {
        return new RankIndexStatus(
                blocks(Tier.DEVICE),
                blocks(Tier.HOST),
                blocks(Tier.DISK),
                learned.shown(),
                blockSize(),
                blockSizeState(),
                counters.get(Count.ORPHANS_WAITING),
                counters.get(Count.ORPHANS_SEEN),
                counters.get(Count.ORPHANS_DROPPED),
                counters.get(Count.REFUSED),
                counters.get(Count.UNKNOWN_PLACEHOLDERS),
                counters.get(Count.UNKNOWN_REMOVALS),
                counters.get(Count.WRONG_BLOCK_SIZE),
                counters.get(Count.MALFORMED),
                counters.get(Count.ADAPTERS_BY_NUMBER),
                counters.get(Count.EXTRA_KEYED),
                counters.get(Count.BYTES) + learned.bytes() + lost.bytes());
    }

    /** Some of the blocks that were announced, with the engine's hashes of them. Any thread; holds events up for microseconds. */
    public synchronized HashSample hashSample() {
        return view.hashSample();
    }

    /** What became of expected blocks. Any thread. */
    public ExpectedOutcome expectedOutcome() {
        return new ExpectedOutcome(expectedConfirmed, expectedMissed, apartConfirmed, apartMissed);
    }

    /** The first block of an expectation whose prefill is done was announced by now, or was not. Under the monitor of the expectations. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer at a time
    void judgeExpected(long hash, boolean apart) {
        if ((slots.table(TierBits.DEVICE).get(hash) & bit) != 0) {
            expectedConfirmed++;
            apartConfirmed += apart ? 1 : 0;
        } else {
            expectedMissed++;
            apartMissed += apart ? 1 : 0;
        }
    }

    boolean isRemoved() {
        return removed;
    }

    /** Takes everything out for good. */
    synchronized void remove() {
        removed = true;
        clear();
        learned.close();
        view.settle();
    }

    /** What the rank lost while something was expected of it. */
    LostBlocks lost() {
        return lost;
    }

    /** The expectations first: what the rank then loses need not be kept in mind for them. */
    private void clear() {
        expected.clear(this);
        view.clear();
        learned.clear();
    }
}

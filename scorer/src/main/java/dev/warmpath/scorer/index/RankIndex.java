package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.KvEventSink;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.BlockHash;
import dev.warmpath.scorer.index.OrphanBuffer.Orphan;
import dev.warmpath.scorer.index.RankCounters.Count;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part of the index: the door through which its events come in.
 *
 * <p>Turns engine blocks into own ones. A run of stored blocks is chained from its parent's own hash, or from the root of
 * its namespace when it says that it has no parent; salt and adapter of a continued chain are in the parent's hash
 * already. A run whose parent is unknown waits in the {@link OrphanBuffer} and is never taken for the start of a prompt.
 *
 * <p>A group that an event does not name means the blocks that were announced without one; where there are none, every
 * group that knows the hash (some connectors announce their tier without saying which group, and older engines name
 * groups when they store but not when they remove). For a removal that may take too much, which costs a hit and never
 * makes a false one.
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
    private final RankCounters counters = new RankCounters();
    private final RankGroups groups = new RankGroups();
    private final BlockSizeTracker blockSize;
    private final RankBlocks blocks;
    private final OrphanBuffer orphans;

    /** Orphans that are being chained, each with its parent's own hash in {@link #adoptingAfter}. */
    private final ArrayDeque<Orphan> adopting = new ArrayDeque<>();

    private final LongArrayList adoptingAfter = new LongArrayList();

    private CacheNamespace lastNamespace = CacheNamespace.PLAIN;
    private long lastRoot = BlockHash.root(CacheNamespace.PLAIN);
    private volatile boolean removed;

    RankIndex(
            Target target,
            int slot,
            int configuredBlockSize,
            int maxOrphans,
            SlotGroup slots,
            IndexBudget budget,
            ExpectedBlocks expected) {
        this.target = target;
        this.slot = slot;
        this.bit = SlotGroup.bit(slot);
        this.slots = slots;
        this.expected = expected;
        this.blockSize = new BlockSizeTracker(configuredBlockSize);
        this.blocks = new RankBlocks(slots, bit, budget, counters);
        this.orphans = new OrphanBuffer(maxOrphans);
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
        if (event instanceof BlockStored stored) {
            if (stored.isPlaceholder()) {
                addTier(stored);
            } else {
                store(stored);
            }
        } else if (event instanceof BlockRemoved removal) {
            remove(removal);
        } else if (event instanceof AllBlocksCleared) {
            clear();
        }
        gauge();
    }

    @Override
    public synchronized void drop() {
        if (removed) {
            return;
        }
        clear();
        blockSize.reset();
        gauge();
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

    /** Counts for metrics and the admin API. Any thread. */
    public RankIndexStatus status() {
        return new RankIndexStatus(
                blocks(Tier.DEVICE),
                blocks(Tier.HOST),
                blocks(Tier.DISK),
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
                counters.get(Count.BYTES));
    }

    boolean isRemoved() {
        return removed;
    }

    /** Takes everything out for good. */
    synchronized void remove() {
        removed = true;
        clear();
        gauge();
    }

    /** Shows a block as expected, unless the rank has it already. */
    void showExpected(long hash) {
        if ((slots.table(TierBits.DEVICE).get(hash) & bit) == 0) {
            slots.expected().add(hash, bit);
        }
    }

    void hideExpected(long hash) {
        slots.expected().remove(hash, bit);
    }

    private void store(BlockStored event) {
        long[] hashes = event.hashes();
        int size = event.blockSize();
        long[] extraKeys = event.extraKeys();
        if (size < 0
                || event.tokens().length != (long) hashes.length * size
                || (extraKeys != null && extraKeys.length != hashes.length)) {
            counters.add(Count.MALFORMED, hashes.length);
            return;
        }
        if (hashes.length == 0) {
            return;
        }
        if (!blockSize.accepts(event)) {
            counters.add(Count.WRONG_BLOCK_SIZE, hashes.length);
            return;
        }
        int group = groups.findOrAdd(event.group());
        if (group == RankGroups.UNKNOWN) {
            counters.add(Count.MALFORMED, hashes.length);
            return;
        }
        long own;
        if (event.hasParent()) {
            int at = event.parent() == hashes[0] ? -1 : blocks.find(event.parent(), group);
            if (at < 0) {
                wait(event, group);
                return;
            }
            own = blocks.own(at);
        } else {
            own = root(event.namespace());
        }
        int tier = TierBits.number(event.tier());
        for (int i = 0; i < hashes.length; i++) {
            own = BlockHash.next(own, event.tokens(), i * size, size, extraKeys == null ? 0 : extraKeys[i]);
            boolean stored = blocks.store(hashes[i], group, tier, own);
            if (!orphans.isEmpty()) {
                orphans.discard(hashes[i], group);
                if (stored) {
                    adopt(hashes[i], own, size);
                }
            }
        }
    }

    private void wait(BlockStored event, int group) {
        long[] hashes = event.hashes();
        long[] extraKeys = event.extraKeys();
        int tier = TierBits.number(event.tier());
        int size = event.blockSize();
        long parent = event.parent();
        counters.add(Count.ORPHANS_SEEN, hashes.length);
        for (int i = 0; i < hashes.length; i++) {
            long extraKey = extraKeys == null ? 0 : extraKeys[i];
            int dropped = orphans.add(hashes[i], group, tier, parent, event.tokens(), i * size, size, extraKey);
            counters.add(Count.ORPHANS_DROPPED, dropped);
            parent = hashes[i];
        }
    }

    /** Chains what waited for a block, what waited for that, and so on: a loop, since a chain may be long. */
    private void adopt(long engine, long own, int size) {
        push(orphans.takeChildren(engine), own);
        while (!adopting.isEmpty()) {
            Orphan orphan = adopting.pop();
            long parentOwn = adoptingAfter.popLong();
            long orphanOwn = BlockHash.next(parentOwn, orphan.tokens, 0, size, orphan.extraKey);
            boolean stored = true;
            for (int tiers = orphan.tiers; tiers != 0; tiers &= tiers - 1) {
                stored &= blocks.store(orphan.engine, orphan.group, Integer.numberOfTrailingZeros(tiers), orphanOwn);
            }
            if (stored) {
                push(orphans.takeChildren(orphan.engine), orphanOwn);
            }
        }
    }

    private void push(@Nullable Orphan first, long parentOwn) {
        for (Orphan orphan = first; orphan != null; orphan = orphan.sibling()) {
            adopting.push(orphan);
            adoptingAfter.pushLong(parentOwn);
        }
    }

    private void addTier(BlockStored event) {
        int tier = TierBits.number(event.tier());
        int group = groups.find(event.group());
        for (long engine : event.hashes()) {
            boolean known = group != RankGroups.UNKNOWN && blocks.addTier(engine, group, tier);
            if (!known && event.group() < 0) {
                int all = blocks.groups(engine);
                known = all != 0;
                for (int rest = all; rest != 0; rest &= rest - 1) {
                    blocks.addTier(engine, Integer.numberOfTrailingZeros(rest), tier);
                }
            }
            if (!known) {
                counters.add(Count.UNKNOWN_PLACEHOLDERS, 1);
            }
        }
    }

    private void remove(BlockRemoved event) {
        int tier = TierBits.number(event.tier());
        int group = groups.find(event.group());
        for (long engine : event.hashes()) {
            boolean known = group != RankGroups.UNKNOWN && remove(engine, group, tier);
            if (!known && event.group() < 0) {
                int all = blocks.groups(engine) | orphans.groups(engine);
                for (int rest = all; rest != 0; rest &= rest - 1) {
                    known |= remove(engine, Integer.numberOfTrailingZeros(rest), tier);
                }
            }
            if (!known) {
                counters.add(Count.UNKNOWN_REMOVALS, 1);
            }
        }
    }

    private boolean remove(long engine, int group, int tier) {
        boolean held = blocks.remove(engine, group, tier);
        boolean waited = !orphans.isEmpty() && orphans.remove(engine, group, tier);
        return held || waited;
    }

    private void clear() {
        blocks.clear();
        orphans.clear();
        groups.clear();
        expected.clear(this);
    }

    private long root(CacheNamespace namespace) {
        if (!namespace.equals(lastNamespace)) {
            lastRoot = BlockHash.root(namespace);
            lastNamespace = namespace;
        }
        return lastRoot;
    }

    private void gauge() {
        counters.set(Count.BYTES, blocks.bytes() + orphans.bytes());
        counters.set(Count.ORPHANS_WAITING, orphans.size());
    }
}

package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.scorer.hash.BlockHash;
import dev.warmpath.scorer.index.OrphanBuffer.Orphan;
import dev.warmpath.scorer.index.RankCounters.Count;
import java.util.ArrayDeque;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Turns one rank's engine blocks into own ones.
 *
 * <p>A run of stored blocks is chained from its parent's own hash, or from the root of its namespace when it says that it
 * has no parent; salt and adapter of a continued chain are in the parent's hash already. A run whose parent is unknown
 * waits in the {@link OrphanBuffer} and is never taken for the start of a prompt.
 *
 * <p>A group that an event does not name means the blocks that were announced without one; where there are none, every
 * group that knows the hash (some connectors announce their tier without saying which group, and older engines name
 * groups when they store but not when they remove). For a removal that may take too much, which costs a hit and never
 * makes a false one.
 *
 * <p>Confined to the thread that writes the rank.
 */
final class RankView {

    private static final int NO_CANDIDATE = -1;

    private final RankCounters counters;
    private final BlockSizeTracker blockSize;
    private final RankBlocks blocks;
    private final OrphanBuffer orphans;
    private final RankGroups groups = new RankGroups();
    private final HashSampler sampler = new HashSampler();

    /** Orphans that are being chained, each with its parent's own hash in {@link #adoptingAfter}. */
    private final ArrayDeque<Orphan> adopting = new ArrayDeque<>();

    private final LongArrayList adoptingAfter = new LongArrayList();

    /** Numbers of the blocks that were put in, in order, and which of them each continues; only meanwhile. */
    private IntArrayList restored = new IntArrayList();

    private IntArrayList restoredParents = new IntArrayList();

    private CacheNamespace lastNamespace = CacheNamespace.PLAIN;
    private long lastRoot = BlockHash.root(CacheNamespace.PLAIN);

    RankView(RankCounters counters, BlockSizeTracker blockSize, RankBlocks blocks, OrphanBuffer orphans) {
        this.counters = counters;
        this.blockSize = blockSize;
        this.blocks = blocks;
        this.orphans = orphans;
    }

    /** Blocks entered a tier. */
    void store(BlockStored event) {
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
        countUnmatchable(event);
        int group = groups.findOrAdd(event.group());
        if (group == RankGroups.UNKNOWN) {
            counters.add(Count.MALFORMED, hashes.length);
            return;
        }
        long own;
        int parent = EngineBlocks.NO_PARENT;
        if (event.hasParent()) {
            int at = event.parent() == hashes[0] ? -1 : blocks.find(event.parent(), group);
            if (at < 0) {
                park(event, group);
                return;
            }
            own = blocks.own(at);
            parent = at;
        } else {
            own = root(event.namespace());
        }
        int tier = TierBits.number(event.tier());
        WriteAhead ahead = tier == TierBits.DEVICE && hashes.length >= WriteAhead.FEWEST ? WriteAhead.ofThread() : null;
        for (int i = 0; i < hashes.length; i++) {
            int inRun = i % WriteAhead.RUN;
            if (ahead == null) {
                own = asKnown(hashes[i], group, tier, next(own, event, i));
            } else {
                if (inRun == 0) {
                    bringNear(ahead, event, i, own);
                }
                own = ahead.own[inRun];
            }
            parent = blocks.store(hashes[i], group, tier, own, parent);
            boolean stored = parent >= 0;
            if (!stored) {
                parent = EngineBlocks.UNKNOWN_PARENT;
            }
            if (group == 0) {
                sampler.add(own, hashes[i]);
            }
            if (!orphans.isEmpty()) {
                orphans.discard(hashes[i], group);
                if (stored) {
                    adopt(hashes[i], own, size);
                    parent = blocks.parent(hashes[i], group, own);
                }
            }
        }
    }

    /** Hashes the next run of an event's blocks, and has what they touch brought near. */
    private void bringNear(WriteAhead ahead, BlockStored event, int from, long parentOwn) {
        long[] hashes = event.hashes();
        int count = Math.min(WriteAhead.RUN, hashes.length - from);
        long own = parentOwn;
        for (int n = 0; n < count; n++) {
            own = next(own, event, from + n);
            ahead.own[n] = own;
        }
        blocks.bringNear(ahead, hashes, from, count);
    }

    private static long next(long own, BlockStored event, int i) {
        int size = event.blockSize();
        long[] extraKeys = event.extraKeys();
        return BlockHash.next(own, event.tokens(), i * size, size, extraKeys == null ? 0 : extraKeys[i]);
    }

    /**
     * What a block is. Who copies blocks out of the device tells their tokens, but neither salts nor images (vLLM's
     * offloading connector, in its self-describing events); what was said of the block before stands.
     */
    private long asKnown(long engine, int group, int tier, long told) {
        if (tier == TierBits.DEVICE) {
            return told;
        }
        int at = blocks.find(engine, group);
        return at < 0 ? told : blocks.own(at);
    }

    /** They are indexed as any block is, and no request of this router has their hashes. */
    private void countUnmatchable(BlockStored event) {
        if (event.namespace().isByNumber()) {
            counters.add(Count.ADAPTERS_BY_NUMBER, event.hashes().length);
        }
        long[] extraKeys = event.extraKeys();
        if (extraKeys != null) {
            int keyed = 0;
            for (long extraKey : extraKeys) {
                keyed += extraKey == 0 ? 0 : 1;
            }
            counters.add(Count.EXTRA_KEYED, keyed);
        }
    }

    private void park(BlockStored event, int group) {
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
                int tier = Integer.numberOfTrailingZeros(tiers);
                int parent = blocks.parent(orphan.parent, orphan.group, parentOwn);
                stored &= blocks.store(orphan.engine, orphan.group, tier, orphanOwn, parent) >= 0;
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

    /** Blocks that are known from another tier, or should be, lie in this one too. */
    void addTier(BlockStored event) {
        int tier = TierBits.number(event.tier());
        int group = groups.find(event.group());
        for (long engine : event.hashes()) {
            boolean known = group != RankGroups.UNKNOWN && addTier(engine, group, tier);
            if (!known && event.group() < 0) {
                int all = blocks.groups(engine) | orphans.groups(engine);
                for (int rest = all; rest != 0; rest &= rest - 1) {
                    known |= addTier(engine, Integer.numberOfTrailingZeros(rest), tier);
                }
            }
            if (!known) {
                counters.add(Count.UNKNOWN_PLACEHOLDERS, 1);
            }
        }
    }

    private boolean addTier(long engine, int group, int tier) {
        boolean held = blocks.addTier(engine, group, tier);
        boolean waits = !orphans.isEmpty() && orphans.addTier(engine, group, tier);
        return held || waits;
    }

    /** Blocks left a tier. */
    void remove(BlockRemoved event) {
        int tier = TierBits.number(event.tier());
        int group = groups.find(event.group());
        long[] hashes = event.hashes();
        WriteAhead ahead = hashes.length >= WriteAhead.FEWEST ? WriteAhead.ofThread() : null;
        for (int i = 0; i < hashes.length; i++) {
            int inRun = i % WriteAhead.RUN;
            if (ahead != null && inRun == 0) {
                blocks.bringNear(ahead, hashes, i, Math.min(WriteAhead.RUN, hashes.length - i));
            }
            long engine = hashes[i];
            int candidate = ahead == null ? NO_CANDIDATE : ahead.candidate(inRun);
            boolean known = group != RankGroups.UNKNOWN && remove(candidate, engine, group, tier);
            if (!known && event.group() < 0) {
                int all = blocks.groups(engine) | orphans.groups(engine);
                for (int rest = all; rest != 0; rest &= rest - 1) {
                    known |= remove(NO_CANDIDATE, engine, Integer.numberOfTrailingZeros(rest), tier);
                }
            }
            if (!known) {
                counters.add(Count.UNKNOWN_REMOVALS, 1);
            }
        }
    }

    private boolean remove(int candidate, long engine, int group, int tier) {
        boolean held = blocks.remove(candidate, engine, group, tier);
        boolean waited = !orphans.isEmpty() && orphans.remove(engine, group, tier);
        return held || waited;
    }

    /** What waits for its parent is left out: it counts for nothing, and may be told again. */
    void copyTo(RankCopy copy, long[] learned) {
        blocks.copyTo(copy);
        copy.takeRest(groups.all(), blockSize.blockSize(), learned);
    }

    /** Before {@link #restore(long, long, byte, int)}. */
    void restore(int[] allGroups, int count) {
        groups.restore(allGroups);
        blocks.reserve(count);
        restored.clear();
        restoredParents.clear();
    }

    /** Puts one block in; false for one that is there already, or of no group or tier. */
    boolean restore(long engine, long own, byte tag, int parent) {
        int group = BlockRecords.group(tag);
        int tiers = BlockRecords.tiers(tag);
        int at =
                tiers == 0 || !groups.knows(group) ? EngineBlocks.NO_PARENT : blocks.restore(engine, group, tiers, own);
        if (at == EngineBlocks.NO_PARENT) {
            return false;
        }
        restored.addInt(at);
        restoredParents.addInt(parent);
        if (group == 0 && at >= 0) {
            sampler.add(own, engine);
        }
        return true;
    }

    /** All blocks are in: links those on the device to their parents. False when one names a parent that there is none of. */
    boolean restoreParents() {
        boolean good = true;
        for (int i = 0; i < restored.size(); i++) {
            int parent = restoredParents.getInt(i);
            if (parent >= restored.size() || parent < EngineBlocks.UNKNOWN_PARENT || parent == i) {
                good = false;
            } else if (restored.getInt(i) >= 0) {
                blocks.restoreParent(restored.getInt(i), parent < 0 ? parent : restored.getInt(parent));
            }
        }
        restored = new IntArrayList();
        restoredParents = new IntArrayList();
        return good;
    }

    /** The rank holds nothing any more, and nothing waits. */
    void clear() {
        blocks.clear();
        orphans.clear();
        groups.clear();
        sampler.clear();
    }

    /** Engine hashes beside own ones. */
    HashSample hashSample() {
        return sampler.sample();
    }

    /** Readers see all of an event from now on, and gauges are up to date; once per event. */
    void settle() {
        blocks.settle();
        counters.set(Count.BYTES, blocks.bytes() + orphans.bytes());
        counters.set(Count.ORPHANS_WAITING, orphans.size());
    }

    private long root(CacheNamespace namespace) {
        if (!namespace.equals(lastNamespace)) {
            lastRoot = BlockHash.root(namespace);
            lastNamespace = namespace;
        }
        return lastRoot;
    }
}

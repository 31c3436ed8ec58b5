package dev.warmpath.scorer.index;

import dev.warmpath.scorer.index.RankCounters.Count;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks one rank holds, and where: keeps the rank's bit in the shared tables true.
 *
 * <p><b>A set, never a count.</b> An engine block is in a tier or is not, under the group that announced it: storing it
 * twice is storing it once, and one removal removes it. Counting would turn a block that is announced again (engines do)
 * into one that no removal can take away.
 *
 * <p><b>Several engine blocks, one own block.</b> Two groups announce the same tokens under one hash, or two hashes stand
 * for the same tokens (engines hash token pairs for speculative decoding, of which the event tells the first). The rank's
 * bit then stays until the last of them leaves the tier. The other reading, that a block is usable only while
 * <em>every</em> group holds it, is truer for models with two full-attention groups, whose copies leave at almost the same
 * time anyway; but releases that do not name a group's kind also announce sliding windows, which let go of nearly
 * everything at once, and that reading would silently cost those engines their affinity. So a union: it credits too much
 * at most between two evictions, and feedback sees it.
 *
 * <p>Own hashes with more than one engine block in a tier are rare, so only those are counted, in a map that does not
 * exist otherwise.
 *
 * <p>Confined to the thread that writes the rank.
 */
final class RankBlocks {

    private final SlotGroup slots;
    private final long bit;
    private final IndexBudget budget;
    private final RankCounters counters;
    private final LearnedBlocks learned;
    private final LostBlocks lost;
    private final EngineBlocks blocks = new EngineBlocks();
    private final Holes holes;

    /** Changes that readers do not see yet; only during an event. */
    private @Nullable BitRun pending;

    /** Blocks that the budget has let this rank have, and that it does not hold; given back after each event. */
    private int granted;

    /** Per tier: own hash to the number of engine blocks beyond the first. */
    private final @Nullable Long2LongHashMap[] duplicates = new Long2LongHashMap[TierBits.COUNT];

    RankBlocks(
            SlotGroup slots,
            long bit,
            IndexBudget budget,
            RankCounters counters,
            LearnedBlocks learned,
            LostBlocks lost) {
        this.slots = slots;
        this.bit = bit;
        this.budget = budget;
        this.counters = counters;
        this.learned = learned;
        this.lost = lost;
        this.holes = new Holes(slots, bit, blocks);
    }

    /** The number of a block for {@link #own}, or -1 when the rank does not hold it. The named group is preferred. */
    int find(long engine, int group) {
        int at = blocks.find(engine, group);
        return at >= 0 ? at : blocks.findInAnyGroup(engine);
    }

    /** The number of a block if it is this one, to be named as a parent; or that the parent is not known. */
    int parent(long engine, int group, long own) {
        int at = find(engine, group);
        return at >= 0 && blocks.own(at) == own ? at : EngineBlocks.UNKNOWN_PARENT;
    }

    long own(int at) {
        return blocks.own(at);
    }

    /** Bit set of the groups that hold a block, in any tier. */
    int groups(long engine) {
        return blocks.groups(engine, -1);
    }

    /** For a run of blocks that are to be stored, or to leave a tier. */
    void bringNear(WriteAhead ahead, long[] engine, int from, int count) {
        ahead.bringNear(blocks, engine, from, count);
    }

    /**
     * A block entered a tier. When its engine hash stood for another block until now, that one is gone: the engine
     * restarted unseen, or its hashes collide.
     *
     * @param parent number of the block before it, or one of {@link EngineBlocks}' constants
     * @return the block's number, valid until one is removed or its hash gets another meaning; or -1 when the budget
     *     refused it
     */
    int store(long engine, int group, int tier, long own, int parent) {
        int at = blocks.find(engine, group);
        if (at >= 0 && blocks.own(at) == own) {
            if ((blocks.tiers(at) & (1 << tier)) == 0) {
                enter(at, tier, parent);
            }
            return at;
        }
        int before = parent;
        if (at >= 0) {
            leave(at, blocks.tiers(at));
            blocks.remove(at);
            before = parent == at ? EngineBlocks.UNKNOWN_PARENT : parent;
        } else if (blocks.isFull() || !takeRoom()) {
            counters.add(Count.REFUSED, 1);
            return -1;
        }
        int added = blocks.insert(engine, group, own);
        enter(added, tier, before);
        return added;
    }

    /** Makes room for that many, or as many as the budget allows a rank. */
    void reserve(int count) {
        blocks.reserve(Math.min(count, budget.mostPerRank()));
    }

    /**
     * Puts a block in that an earlier run had; one that the budget refuses is counted.
     *
     * @return its number; {@link EngineBlocks#NO_PARENT} when it is there already, {@link EngineBlocks#UNKNOWN_PARENT}
     *     when it was refused
     */
    int restore(long engine, int group, int tiers, long own) {
        if (blocks.find(engine, group) >= 0) {
            return EngineBlocks.NO_PARENT;
        }
        int at = EngineBlocks.UNKNOWN_PARENT;
        for (int rest = tiers; rest != 0 && (at >= 0 || rest == tiers); rest &= rest - 1) {
            int stored = store(engine, group, Integer.numberOfTrailingZeros(rest), own, EngineBlocks.UNKNOWN_PARENT);
            at = stored < 0 ? EngineBlocks.UNKNOWN_PARENT : stored;
        }
        return at;
    }

    /** A block that was put in continues another, or begins a prompt. */
    void restoreParent(int at, int parent) {
        if ((blocks.tiers(at) & (1 << TierBits.DEVICE)) != 0) {
            holes.relink(at, parent);
        }
    }

    void copyTo(RankCopy copy) {
        blocks.copyTo(copy);
    }

    /** A block that is known under this group now lies in one more tier; false when it is not known. */
    boolean addTier(long engine, int group, int tier) {
        int at = blocks.find(engine, group);
        if (at < 0) {
            return false;
        }
        store(engine, group, tier, blocks.own(at), EngineBlocks.UNKNOWN_PARENT);
        return true;
    }

    /** A block left a tier; false when it was not there. The candidate may be its number, see {@link WriteAhead}. */
    boolean remove(int candidate, long engine, int group, int tier) {
        int at = blocks.find(candidate, engine, group);
        if (at < 0 || (blocks.tiers(at) & (1 << tier)) == 0) {
            return false;
        }
        leave(at, 1 << tier);
        if (blocks.tiers(at) == 0) {
            blocks.remove(at);
            blocks.trim();
            granted++;
        }
        return true;
    }

    /** The rank holds nothing any more. */
    void clear() {
        holes.clearing();
        blocks.forEach(this::letGo);
        granted += blocks.size();
        blocks.clear();
        holes.cleared();
    }

    /** Readers see all changes from now on; after each event. */
    void settle() {
        BitRun run = pending;
        if (run != null) {
            make(run);
            pending = null;
        }
        holes.settle();
        if (granted > 0) {
            budget.giveBack(granted);
            granted = 0;
        }
    }

    long bytes() {
        long bytes = blocks.bytes();
        for (Long2LongHashMap extra : duplicates) {
            bytes += extra == null ? 0 : 2L * Long.BYTES * extra.capacity();
        }
        return bytes;
    }

    private void enter(int at, int tier, int parent) {
        boolean device = tier == TierBits.DEVICE;
        if (device) {
            holes.entering(at, parent);
        }
        blocks.setTiers(at, blocks.tiers(at) | (1 << tier));
        hold(blocks.own(at), tier);
        if (device) {
            holes.entered(at);
        }
    }

    private void leave(int at, int tiers) {
        boolean device = (tiers & (1 << TierBits.DEVICE)) != 0;
        if (device) {
            holes.leaving(at);
        }
        blocks.setTiers(at, blocks.tiers(at) & ~tiers);
        letGo(blocks.own(at), tiers);
        if (device) {
            holes.left(at);
        }
    }

    private boolean takeRoom() {
        if (granted == 0) {
            granted = budget.take(blocks.size(), WriteAhead.RUN);
        }
        if (granted == 0) {
            return false;
        }
        granted--;
        return true;
    }

    private void hold(long own, int tier) {
        change(own, tier, false);
    }

    private void letGo(long own, int tiers) {
        for (int tier = 0; tier < TierBits.COUNT; tier++) {
            if ((tiers & (1 << tier)) != 0 && !letGoOfDuplicate(own, tier)) {
                if (tier == TierBits.DEVICE) {
                    lost.add(own);
                }
                change(own, tier, true);
            }
        }
    }

    private void change(long own, int tier, boolean clearing) {
        BitRun run = pending;
        if (run == null) {
            run = BitRun.ofThread();
            pending = run;
        } else if (!run.takes(tier, clearing)) {
            make(run);
        }
        run.add(own, tier, clearing);
    }

    private void make(BitRun run) {
        int tier = run.tier();
        int count = run.count();
        boolean setting = run.isSetting();
        int unchanged = run.make(slots.table(tier), bit);
        if (!setting) {
            counters.addHeld(tier, -count);
            return;
        }
        counters.addHeld(tier, count - unchanged);
        for (int i = 0; i < unchanged; i++) {
            addDuplicate(run.present(i), tier);
        }
        if (learned.shown() > 0) {
            for (int i = 0; i < count; i++) {
                learned.announce(run.block(i));
            }
        }
    }

    private void addDuplicate(long own, int tier) {
        Long2LongHashMap extra = duplicates[tier];
        if (extra == null) {
            extra = new Long2LongHashMap(0);
            duplicates[tier] = extra;
        }
        extra.put(own, extra.get(own) + 1);
    }

    private boolean letGoOfDuplicate(long own, int tier) {
        if (pending != null && pending.isSetting()) {
            // What is to be set may turn out to be a duplicate.
            make(pending);
        }
        Long2LongHashMap extra = duplicates[tier];
        if (extra == null) {
            return false;
        }
        long others = extra.get(own);
        if (others == 0) {
            return false;
        }
        if (others > 1) {
            extra.put(own, others - 1);
        } else {
            extra.remove(own);
            if (extra.isEmpty()) {
                duplicates[tier] = null;
            }
        }
        return true;
    }
}

package dev.warmpath.scorer.index;

import dev.warmpath.scorer.index.RankCounters.Count;

/**
 * Which blocks one rank holds, and where, of as many as the budget lets it hold.
 *
 * <p><b>A set, never a count.</b> An engine block is in a tier or is not, under the group that announced it: storing it
 * twice is storing it once, and one removal removes it. Counting would turn a block that is announced again (engines do)
 * into one that no removal can take away.
 *
 * <p>Confined to the thread that writes the rank.
 */
final class RankBlocks {

    private final IndexBudget budget;
    private final RankCounters counters;
    private final RankBit shared;
    private final EngineBlocks blocks = new EngineBlocks();
    private final Holes holes;

    /** Blocks that the budget has let this rank have, and that it does not hold; given back after each event. */
    private int granted;

    RankBlocks(
            SlotGroup slots,
            long bit,
            IndexBudget budget,
            RankCounters counters,
            LearnedBlocks learned,
            LostBlocks lost) {
        this.budget = budget;
        this.counters = counters;
        this.shared = new RankBit(slots, bit, counters, learned, lost);
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
        blocks.forEach(shared::letGo);
        granted += blocks.size();
        blocks.clear();
        holes.cleared();
    }

    /** Readers see all changes from now on; after each event. */
    void settle() {
        shared.settle();
        holes.settle();
        if (granted > 0) {
            budget.giveBack(granted);
            granted = 0;
        }
    }

    long bytes() {
        return blocks.bytes() + shared.bytes();
    }

    private void enter(int at, int tier, int parent) {
        boolean device = tier == TierBits.DEVICE;
        if (device) {
            holes.entering(at, parent);
        }
        blocks.setTiers(at, blocks.tiers(at) | (1 << tier));
        shared.hold(blocks.own(at), tier);
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
        shared.letGo(blocks.own(at), tiers);
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
}

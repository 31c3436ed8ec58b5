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

    /** For a run of blocks that are to be stored in a tier, see {@link WriteAhead#store}. */
    void bringNear(WriteAhead ahead, long[] engine, int from, int count, int tier) {
        ahead.store(blocks, slots.table(tier), engine, from, count);
    }

    /** For a run of blocks that are to leave a tier. */
    void bringNearToRemove(WriteAhead ahead, long[] engine, int from, int count, int tier) {
        ahead.remove(blocks, slots.table(tier), engine, from, count);
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
        } else if (blocks.isFull() || !budget.take(blocks.size())) {
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
            budget.giveBack(1);
        }
        return true;
    }

    /** The rank holds nothing any more. */
    void clear() {
        holes.clearing();
        blocks.forEach(this::letGo);
        budget.giveBack(blocks.size());
        blocks.clear();
        holes.cleared();
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

    private void hold(long own, int tier) {
        if (slots.table(tier).add(own, bit)) {
            counters.addHeld(tier, 1);
            learned.announce(own);
            return;
        }
        Long2LongHashMap extra = duplicates[tier];
        if (extra == null) {
            extra = new Long2LongHashMap(0);
            duplicates[tier] = extra;
        }
        extra.put(own, extra.get(own) + 1);
    }

    private void letGo(long own, int tiers) {
        for (int tier = 0; tier < TierBits.COUNT; tier++) {
            if ((tiers & (1 << tier)) != 0 && !letGoOfDuplicate(own, tier)) {
                if (tier == TierBits.DEVICE) {
                    lost.add(own);
                }
                slots.table(tier).remove(own, bit);
                counters.addHeld(tier, -1);
            }
        }
    }

    private boolean letGoOfDuplicate(long own, int tier) {
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

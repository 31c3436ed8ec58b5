package dev.warmpath.scorer.index;

import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One rank's bit in the shared tables: set for each block and tier in which the rank holds at least one engine block that
 * stands for it. What changes during an event is gathered in a {@link BitRun} and seen when that is full, or at the end.
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
final class RankBit {

    private final SlotGroup slots;
    private final long bit;
    private final RankCounters counters;
    private final LearnedBlocks learned;
    private final LostBlocks lost;

    /** Changes that readers do not see yet; only during an event. */
    private @Nullable BitRun pending;

    /** Per tier: own hash to the number of engine blocks beyond the first. */
    private final @Nullable Long2LongHashMap[] duplicates = new Long2LongHashMap[TierBits.COUNT];

    RankBit(SlotGroup slots, long bit, RankCounters counters, LearnedBlocks learned, LostBlocks lost) {
        this.slots = slots;
        this.bit = bit;
        this.counters = counters;
        this.learned = learned;
        this.lost = lost;
    }

    /** An engine block that stands for this one entered a tier. */
    void hold(long own, int tier) {
        change(own, tier, false);
    }

    /** An engine block that stands for this one left these tiers. */
    void letGo(long own, int tiers) {
        for (int tier = 0; tier < TierBits.COUNT; tier++) {
            if ((tiers & (1 << tier)) != 0 && !letGoOfDuplicate(own, tier)) {
                if (tier == TierBits.DEVICE) {
                    lost.add(own);
                }
                change(own, tier, true);
            }
        }
    }

    /** Readers see all changes from now on; after each event. */
    void settle() {
        BitRun run = pending;
        if (run != null) {
            // First: a run that could not be made must not be taken up again, when it may be another thread's.
            pending = null;
            make(run);
        }
    }

    long bytes() {
        long bytes = 0;
        for (Long2LongHashMap extra : duplicates) {
            bytes += extra == null ? 0 : 2L * Long.BYTES * extra.capacity();
        }
        return bytes;
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

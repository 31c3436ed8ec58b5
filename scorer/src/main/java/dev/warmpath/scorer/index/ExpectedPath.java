package dev.warmpath.scorer.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What bookings expect along one chain, copied from {@link ExpectedBlocks} for one look-up: a few runs of blocks, each
 * with the set of slots that are expected to hold it, so that asking for a block is a comparison and one word. Reused;
 * grows with runs times slots and never again.
 */
final class ExpectedPath {

    private static final int FIRST_RUNS = 4;

    private int groups;
    private int runs;
    private int[] from = new int[FIRST_RUNS];
    private int[] to = new int[FIRST_RUNS];

    /** Per run and group: slots that are expected to hold it. */
    private long[] slots = {};

    /** Those of them whose rank has lost blocks since, which have to be asked for each block. */
    private long[] doubted = {};

    /** Per run and slot, where {@link #slots} has it: from when on losses count, by the ticket that they count for last. */
    private long[] since = {};

    /** Per slot, where {@link #doubted} has it. */
    private @Nullable LostBlocks[] lost = {};

    /** The group that is being walked, and the run that the walk has reached. */
    private int group;

    private int reached;

    /** Forgets the last answer. */
    void reset(int groups) {
        this.groups = groups;
        runs = 0;
    }

    /** Blocks {@code from .. to - 1} of the chain are expected by these; runs come in order. */
    void add(int from, int to, Expectations by) {
        makeRoom();
        this.from[runs] = from;
        this.to[runs] = to;
        int row = runs * groups;
        Arrays.fill(slots, row, row + groups, 0);
        Arrays.fill(doubted, row, row + groups, 0);
        for (int i = 0; i < by.size(); i++) {
            Expectations.Ticket ticket = by.get(i);
            int slot = ticket.rank.slot();
            int group = SlotGroup.of(slot);
            if (group >= groups) {
                continue;
            }
            long bit = SlotGroup.bit(slot);
            int place = row * SlotGroup.SLOTS + slot;
            boolean first = (slots[row + group] & bit) == 0;
            since[place] = first ? ticket.since : Math.max(since[place], ticket.since);
            slots[row + group] |= bit;
            LostBlocks lostBlocks = ticket.rank.lost();
            if (since[place] == Expectations.Ticket.OPEN) {
                doubted[row + group] &= ~bit;
            } else if (!lostBlocks.isEmpty()) {
                doubted[row + group] |= bit;
                lost[slot] = lostBlocks;
            }
        }
        runs++;
    }

    /** A group's walk begins; returns whether anything is expected of its slots. */
    boolean enter(int group) {
        this.group = group;
        reached = 0;
        for (int run = 0; run < runs; run++) {
            if (slots[run * groups + group] != 0) {
                return true;
            }
        }
        return false;
    }

    /** Which of these slots of the group are expected to hold the block at a place; places are asked for in order. */
    long held(long asked, int at, long hash) {
        while (reached < runs && at >= to[reached]) {
            reached++;
        }
        if (reached == runs || at < from[reached]) {
            return 0;
        }
        int row = reached * groups;
        long held = asked & slots[row + group];
        for (long rest = held & doubted[row + group]; rest != 0; rest &= rest - 1) {
            int slot = group * SlotGroup.SLOTS + Long.numberOfTrailingZeros(rest);
            LostBlocks lostBlocks = lost[slot];
            if (lostBlocks != null && lostBlocks.since(hash, since[row * SlotGroup.SLOTS + slot])) {
                held &= ~Long.lowestOneBit(rest);
            }
        }
        return held;
    }

    private void makeRoom() {
        if (runs == from.length) {
            from = Arrays.copyOf(from, 2 * runs);
            to = Arrays.copyOf(to, 2 * runs);
        }
        int words = from.length * groups;
        if (slots.length < words) {
            slots = Arrays.copyOf(slots, words);
            doubted = Arrays.copyOf(doubted, words);
            since = Arrays.copyOf(since, words * SlotGroup.SLOTS);
            lost = Arrays.copyOf(lost, groups * SlotGroup.SLOTS);
        }
    }
}

package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.Tier;
import java.util.Arrays;

/**
 * The answer to one look-up, for every slot; reused between look-ups by one thread, so that asking allocates nothing.
 * A match is contiguous from block 0 and ends at the first block that the slot holds in no tier.
 */
public final class Matches {

    /** A fleet may shrink a little and grow again without new arrays. */
    private static final int ROOM_KEPT = 2;

    /** For the walk. */
    final GroupWalk walk = new GroupWalk();

    /** Per group: the slots whose device holds the first block. */
    private long[] first = {};

    private int[] blocks = {};
    private int[] host = {};
    private int[] disk = {};

    /** Leading blocks before the first that no event announced; -1 where events announced all. */
    private int[] announced = {};

    private final ExpectedPath expected = new ExpectedPath();

    /** Leading blocks that the slot holds, whatever the tier, expected ones included. */
    public int blocks(int slot) {
        return slot < blocks.length ? blocks[slot] : 0;
    }

    /** Those of {@link #blocks} that come before the first which rests on something else than an event. */
    public int announced(int slot) {
        if (slot >= blocks.length) {
            return 0;
        }
        return announced[slot] < 0 ? blocks[slot] : announced[slot];
    }

    /** Those of {@link #blocks} whose best tier is this one; expected blocks count as device. */
    public int blocks(int slot, Tier tier) {
        if (slot >= blocks.length) {
            return 0;
        }
        return switch (tier) {
            case DEVICE -> blocks[slot] - host[slot] - disk[slot];
            case HOST -> host[slot];
            case DISK -> disk[slot];
        };
    }

    /** Forgets the last answer and makes room for this many slots; far too much room is given back. */
    void reset(int slots) {
        if (blocks.length < slots || blocks.length > ROOM_KEPT * slots) {
            blocks = new int[slots];
            host = new int[slots];
            disk = new int[slots];
            announced = new int[slots];
            first = new long[slots / SlotGroup.SLOTS];
        } else {
            Arrays.fill(blocks, 0);
            Arrays.fill(host, 0);
            Arrays.fill(disk, 0);
        }
        Arrays.fill(announced, -1);
        expected.reset(slots / SlotGroup.SLOTS);
    }

    /** What is expected along the chain that is looked up. */
    ExpectedPath expected() {
        return expected;
    }

    /** Per group, for the walk. */
    long[] first() {
        return first;
    }

    /** The match of these slots is {@code length} blocks long. */
    void end(int base, long slots, int length) {
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            blocks[base + Long.numberOfTrailingZeros(rest)] = length;
        }
    }

    /** For these slots the block after {@code length} others is the first that no event announced. */
    void endAnnounced(int base, long slots, int length) {
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            announced[base + Long.numberOfTrailingZeros(rest)] = length;
        }
    }

    /** These slots hold one more matching block, in their host tier at best. */
    void countHost(int base, long slots) {
        count(host, base, slots);
    }

    /** These slots hold one more matching block, in their disk tier at best. */
    void countDisk(int base, long slots) {
        count(disk, base, slots);
    }

    private static void count(int[] counts, int base, long slots) {
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            counts[base + Long.numberOfTrailingZeros(rest)]++;
        }
    }
}

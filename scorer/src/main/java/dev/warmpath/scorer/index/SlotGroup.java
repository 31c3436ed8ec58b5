package dev.warmpath.scorer.index;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The tables of 64 slots: one per tier and one for blocks that were learned from answers. Each group is walked by itself
 * ({@link GroupWalk}), so that slots which hold nothing of a prompt cost one look-up per 64 of them.
 */
final class SlotGroup {

    /** Slots per group: the bits of a mask. */
    static final int SLOTS = Long.SIZE;

    private final SlotTable device = new SlotTable();
    private final SlotTable host = new SlotTable();
    private final SlotTable disk = new SlotTable();
    private final SlotTable learned = new SlotTable();

    /** Slots that have a rank. Written under the index's lock. */
    private volatile long taken;

    /** Slots whose device holds, with any block, all before it. */
    private final AtomicLong unbroken = new AtomicLong(-1L);

    static int of(int slot) {
        return slot / SLOTS;
    }

    static long bit(int slot) {
        return 1L << slot;
    }

    /** @param tier as {@link TierBits} numbers it */
    SlotTable table(int tier) {
        return switch (tier) {
            case TierBits.DEVICE -> device;
            case TierBits.HOST -> host;
            case TierBits.DISK -> disk;
            default -> throw new IllegalArgumentException("no tier " + tier);
        };
    }

    SlotTable learned() {
        return learned;
    }

    long taken() {
        return taken;
    }

    void setTaken(long slots) {
        taken = slots;
    }

    long bytes() {
        return device.bytes() + host.bytes() + disk.bytes() + learned.bytes();
    }

    /** Slots that hold, with any block on their device, all before it; to be read before the blocks. See {@link Holes}. */
    long unbroken() {
        return unbroken.get();
    }

    void setUnbroken(long bit) {
        unbroken.getAndUpdate(slots -> slots | bit);
    }

    void setBroken(long bit) {
        unbroken.getAndUpdate(slots -> slots & ~bit);
    }
}

package dev.warmpath.scorer.index;

/**
 * The tables of 64 slots: one per tier and one for blocks that were learned from answers. Each group is walked by itself
 * and its walk ends where its longest match ends, so that slots which hold nothing of a prompt cost one look-up per 64 of
 * them.
 */
final class SlotGroup {

    /** Slots per group: the bits of a mask. */
    static final int SLOTS = Long.SIZE;

    /** Blocks that are read before anything is known; few, since most of a fleet's groups hold nothing of a prompt. */
    private static final int FIRST_LOOK = 16;

    private final SlotTable device = new SlotTable();
    private final SlotTable host = new SlotTable();
    private final SlotTable disk = new SlotTable();
    private final SlotTable learned = new SlotTable();

    /** Slots that have a rank. Written under the index's lock. */
    private volatile long taken;

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

    /**
     * Walks a chain for all slots at once. A block's best tier decides where it counts; worse tiers are looked up only
     * for slots that still match and lack the better one.
     *
     * @param base slot number of this group's first slot
     */
    void match(long[] chain, int length, int base, Matches out) {
        boolean anyLearned = !learned.isEmpty();
        ExpectedPath expected = out.expected();
        boolean anyExpected = expected.enter(base / SLOTS);
        boolean anyHost = !host.isEmpty();
        boolean anyDisk = !disk.isEmpty();
        long matching = taken;
        long announced = -1L;
        LookAhead ahead = out.ahead;
        int from = 0;
        int to = 0;
        for (int i = 0; i < length && matching != 0; i++) {
            if (i == to) {
                from = i;
                to = Math.min(length, i == 0 ? FIRST_LOOK : i + LookAhead.BLOCKS);
                ahead.read(device, chain, from, to);
            }
            long lacking = matching & ~ahead.mask(i - from);
            if (lacking == 0) {
                continue;
            }
            long hash = chain[i];
            if (anyLearned || anyExpected) {
                long held = anyLearned ? lacking & learned.get(hash) : 0;
                if (anyExpected) {
                    held |= expected.held(lacking ^ held, i, hash);
                }
                out.endAnnounced(base, held & announced, i);
                announced &= ~held;
                lacking ^= held;
            }
            if (lacking != 0 && anyHost) {
                long held = lacking & host.get(hash);
                out.countHost(base, held);
                lacking ^= held;
            }
            if (lacking != 0 && anyDisk) {
                long held = lacking & disk.get(hash);
                out.countDisk(base, held);
                lacking ^= held;
            }
            out.end(base, lacking, i);
            matching ^= lacking;
        }
        out.end(base, matching, length);
    }
}

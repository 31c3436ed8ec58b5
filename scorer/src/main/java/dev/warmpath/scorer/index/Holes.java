package dev.warmpath.scorer.index;

/**
 * Counts the blocks on a rank's device that continue a block which is not there, and tells readers when there is none.
 *
 * <p>An engine lets go of a prompt from its end, so that whoever holds a block holds all before it, nearly always. While
 * that is so without exception, a reader that finds a rank at a block of its chain need not ask for those before it
 * ({@link GroupWalk}). Nothing is taken on trust: every block on the device is linked to the one that its event named as
 * its parent, and a rank whose events leave a hole is walked block by block until the hole is gone.
 *
 * <p><b>Order.</b> A hole is told before the change that makes it is visible, and the last one's end after the change that
 * ends it, by {@link #settle}. So a reader that saw no hole and then sees blocks sees them as they were at some moment of its look-up, a
 * change meanwhile either way: what it may say of any block that changes.
 *
 * <p>Two engine blocks may stand for one own block, and holes are counted by engine blocks. So a hole may be seen where the
 * other one still fills it, which costs time and no truth.
 *
 * <p>Confined to the thread that writes the rank.
 */
final class Holes {

    private static final int ON_DEVICE = 1 << TierBits.DEVICE;

    private final SlotGroup slots;
    private final long bit;
    private final EngineBlocks blocks;
    private int count;

    /** Whether readers were told of holes, of which there may be none by now. */
    private boolean told;

    Holes(SlotGroup slots, long bit, EngineBlocks blocks) {
        this.slots = slots;
        this.bit = bit;
        this.blocks = blocks;
    }

    /** A block will be seen on the device. */
    void entering(int at, int parent) {
        blocks.link(at, parent);
        if (lacksParent(at)) {
            add(1);
        }
    }

    /** It is there, and may fill what was a hole. */
    void entered(int at) {
        take(blocks.children(at));
    }

    /** A block will be seen on the device no more. */
    void leaving(int at) {
        add(blocks.children(at));
    }

    /** It has left. */
    void left(int at) {
        boolean lacked = lacksParent(at);
        blocks.unlink(at);
        if (lacked) {
            take(1);
        }
    }

    /** A block on the device, of which not more was known so far, continues this one, which is there already. */
    void relink(int at, int parent) {
        boolean lacked = lacksParent(at);
        blocks.unlink(at);
        blocks.link(at, parent);
        if (lacked && !lacksParent(at)) {
            take(1);
        }
    }

    /** Blocks are about to leave in any order. */
    void clearing() {
        tell();
    }

    /** No block is left. */
    void cleared() {
        count = 0;
    }

    /** Readers see all changes so far. */
    void settle() {
        if (told && count == 0) {
            told = false;
            slots.setUnbroken(bit);
        }
    }

    private boolean lacksParent(int at) {
        int parent = blocks.parent(at);
        return parent == EngineBlocks.UNKNOWN_PARENT || (parent >= 0 && (blocks.tiers(parent) & ON_DEVICE) == 0);
    }

    private void add(int holes) {
        count += holes;
        if (holes > 0) {
            tell();
        }
    }

    private void take(int holes) {
        count -= holes;
    }

    private void tell() {
        if (!told) {
            told = true;
            slots.setBroken(bit);
        }
    }
}

package dev.warmpath.scorer.index;

/**
 * The walk along a chain for the slots of one group, all at once. It ends where the longest match ends.
 *
 * <p><b>Leaps.</b> Where every slot that still matches is unbroken ({@link Holes}), a block that they all hold speaks for all
 * before it. So the walk looks at every sixteenth block first (of long chains at every 256th, and so on), all at the same
 * time, and goes over the sixteen before one only where somebody is missing there. A prompt of 128 blocks that the same
 * ranks hold from end to end costs nine cache misses of which eight overlap, instead of 128; one of 8,192 blocks 33. Where
 * matches end, each end costs another sixteen, and once more for each step in size.
 *
 * <p><b>Block by block.</b> A block's best tier decides where it counts; what else may hold it is asked only for slots that
 * match so far and lack it on their device.
 *
 * <p>One per reading thread.
 */
final class GroupWalk {

    /** A leap is 16 times as long as the next shorter one. */
    private static final int STEP_BITS = 4;

    /** Fewer leaps than this are not worth the wait for their answer before the next shorter ones. */
    private static final int FEWEST_LEAPS = 4;

    private static final int LEVELS = 5;

    /** Blocks that are read at a time. */
    private static final int NEAR = 128;

    private final LookAhead near = new LookAhead(NEAR);
    private final LookAhead[] far = new LookAhead[LEVELS];

    @SuppressWarnings("NullAway.Init")
    private SlotGroup group;

    @SuppressWarnings("NullAway.Init")
    private SlotTable device;

    @SuppressWarnings("NullAway.Init")
    private Matches out;

    private long[] chain = {};
    private int base;
    private boolean anyLearned;
    private boolean anyExpected;
    private boolean anyHost;
    private boolean anyDisk;

    /** Slots that hold all blocks so far. */
    private long matching;

    /** Slots all of whose blocks so far events announced; of no meaning for others. */
    private long announced;

    GroupWalk() {
        for (int level = 1; level < LEVELS; level++) {
            far[level] = new LookAhead(FEWEST_LEAPS << STEP_BITS);
        }
    }

    /**
     * Tells {@code out} how long the match of each slot is.
     *
     * @param first slots whose device holds the first block
     * @param length at least 1
     * @param base number of the group's first slot
     */
    void match(SlotGroup group, long first, long[] chain, int length, int base, Matches out) {
        anyLearned = !group.learned().isEmpty();
        anyExpected = out.expected().enter(base / SlotGroup.SLOTS);
        anyHost = !group.table(TierBits.HOST).isEmpty();
        anyDisk = !group.table(TierBits.DISK).isEmpty();
        matching = group.taken();
        if ((matching & first) == 0 && !anyLearned && !anyExpected && !anyHost && !anyDisk) {
            return;
        }
        this.group = group;
        this.device = group.table(TierBits.DEVICE);
        this.chain = chain;
        this.base = base;
        this.out = out;
        announced = -1L;
        long unbroken = group.unbroken();
        one(0, first);
        int at = 1;
        while (at < length && matching != 0) {
            int left = length - at;
            int level = (matching & ~unbroken) == 0 ? level(left) : 0;
            int to = at + Math.min(left, (level == 0 ? near : far[level]).size() << (STEP_BITS * level));
            go(at, to, level);
            at = to;
        }
        out.end(base, matching, length);
    }

    /** The longest leaps of which enough fit. */
    private static int level(int blocks) {
        int level = 0;
        while (level + 1 < LEVELS && FEWEST_LEAPS << (STEP_BITS * (level + 1)) <= blocks) {
            level++;
        }
        return level;
    }

    private void go(int from, int to, int level) {
        if (level == 0) {
            step(from, to);
        } else {
            leap(from, to, level);
        }
    }

    private void leap(int from, int to, int level) {
        LookAhead ahead = far[level];
        int stride = 1 << (STEP_BITS * level);
        int leaps = (to - from + stride - 1) >>> (STEP_BITS * level);
        ahead.read(device, chain, from + stride - 1, stride, leaps, to - 1);
        for (int i = 0; i < leaps && matching != 0; i++) {
            if ((matching & ~ahead.mask(i)) != 0) {
                int begin = from + i * stride;
                go(begin, Math.min(to, begin + stride), level - 1);
            }
        }
    }

    private void step(int from, int to) {
        near.read(device, chain, from, 1, to - from, to - 1);
        for (int i = from; i < to && matching != 0; i++) {
            one(i, near.mask(i - from));
        }
    }

    private void one(int i, long held) {
        long lacking = matching & ~held;
        if (lacking != 0) {
            lacking = elsewhere(i, lacking);
            out.end(base, lacking, i);
            matching ^= lacking;
        }
    }

    /** Asks everything but the device; returns the slots that hold the block nowhere. */
    private long elsewhere(int i, long asked) {
        long lacking = asked;
        long hash = chain[i];
        if (anyLearned || anyExpected) {
            long held = anyLearned ? lacking & group.learned().get(hash) : 0;
            if (anyExpected) {
                held |= out.expected().held(lacking ^ held, i, hash);
            }
            out.endAnnounced(base, held & announced, i);
            announced &= ~held;
            lacking ^= held;
        }
        if (lacking != 0 && anyHost) {
            long held = lacking & group.table(TierBits.HOST).get(hash);
            out.countHost(base, held);
            lacking ^= held;
        }
        if (lacking != 0 && anyDisk) {
            long held = lacking & group.table(TierBits.DISK).get(hash);
            out.countDisk(base, held);
            lacking ^= held;
        }
        return lacking;
    }
}

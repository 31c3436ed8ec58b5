package dev.warmpath.scorer.index;

import java.util.Arrays;

/**
 * A sample of the pairs of own hash and engine hash that one rank has announced, by which it can be seen whether two
 * engines give the same tokens the same hash.
 *
 * <p>Distinct sampling (P. Gibbons, "Distinct sampling for highly-accurate answers to distinct values queries and event
 * reports", VLDB 2001): a block is in the sample when its own hash ends in at least {@code level} zero bits, and the
 * level rises by one whenever the sample is full. So the sample is of all blocks ever announced, not of the latest; its
 * size is bounded; and the samples of two ranks agree on which blocks to keep, whatever their levels: those that both
 * announced and that end in the higher of the two levels are in both. With a million blocks on each rank and ten thousand
 * in common some two or three pairs can be compared, and one tells.
 *
 * <p>Open addressing, linear probing, half full at most; a store that is not sampled costs one comparison. Guarded by the
 * rank's monitor.
 */
final class HashSampler {

    static final int MOST = 256;

    private static final int CELLS = 2 * MOST;

    private final long[] own = new long[CELLS];
    private final long[] engine = new long[CELLS];
    private final boolean[] used = new boolean[CELLS];
    private int size;
    private int level;

    /** A block of this hash of ours was announced under this hash of the engine's; the latest word holds. */
    void add(long ownHash, long engineHash) {
        if (Long.numberOfTrailingZeros(ownHash) < level) {
            return;
        }
        int at = cell(ownHash);
        if (!used[at]) {
            if (size == MOST) {
                level++;
                thin();
                add(ownHash, engineHash);
                return;
            }
            used[at] = true;
            own[at] = ownHash;
            size++;
        }
        engine[at] = engineHash;
    }

    private int cell(long hash) {
        // The low bits are spent on the level.
        int at = (int) (hash >>> 40) & (CELLS - 1);
        while (used[at] && own[at] != hash) {
            at = (at + 1) & (CELLS - 1);
        }
        return at;
    }

    /** Keeps those of the new level; once per doubling of the blocks seen. */
    private void thin() {
        HashSample before = sample();
        clear();
        for (int i = 0; i < before.size(); i++) {
            if (Long.numberOfTrailingZeros(before.own(i)) >= level) {
                add(before.own(i), before.engine(i));
            }
        }
    }

    /** The engine has begun anew, perhaps with another seed. The level stays: it is about as large as before. */
    void clear() {
        Arrays.fill(used, false);
        size = 0;
    }

    HashSample sample() {
        long[] owns = new long[size];
        long[] engines = new long[size];
        int next = 0;
        for (int i = 0; i < CELLS; i++) {
            if (used[i]) {
                owns[next] = own[i];
                engines[next++] = engine[i];
            }
        }
        return new HashSample(owns, engines);
    }
}

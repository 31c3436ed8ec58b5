package dev.warmpath.scorer.index;

import java.util.Arrays;

/** Numbers the KV-cache groups that one rank names, so that a group fits into five bits. Confined to the rank's writer. */
final class RankGroups {

    static final int UNKNOWN = -1;

    private int[] groups = {};

    /** The number of a group, or {@link #UNKNOWN}. */
    int find(int group) {
        for (int i = 0; i < groups.length; i++) {
            if (groups[i] == group) {
                return i;
            }
        }
        return UNKNOWN;
    }

    /** The number of a group, given to it now if need be; {@link #UNKNOWN} when there are too many. */
    int findOrAdd(int group) {
        int known = find(group);
        if (known != UNKNOWN || groups.length == EngineBlocks.MAX_GROUPS) {
            return known;
        }
        groups = Arrays.copyOf(groups, groups.length + 1);
        groups[groups.length - 1] = group;
        return groups.length - 1;
    }

    /** Whether a group has this number. */
    boolean knows(int number) {
        return number < groups.length;
    }

    /** All groups, in the order of their numbers. */
    int[] all() {
        return groups.clone();
    }

    /** Gives these groups their numbers again. */
    void restore(int[] all) {
        groups = all.clone();
    }

    void clear() {
        groups = new int[0];
    }
}

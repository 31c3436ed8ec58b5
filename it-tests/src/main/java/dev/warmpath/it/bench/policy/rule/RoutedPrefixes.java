package dev.warmpath.it.bench.policy.rule;

import org.agrona.collections.Long2LongHashMap;

/** Which ranks prompts with a prefix were sent to before: what a router without events takes for their caches. */
final class RoutedPrefixes {

    private final Long2LongHashMap ranksByHash = new Long2LongHashMap(0);

    /** For each rank, how many leading blocks of the chain were sent to it before. */
    int[] matches(long[] chain, int ranks) {
        int[] matched = new int[ranks];
        long left = ranks == Long.SIZE ? -1 : (1L << ranks) - 1;
        for (int i = 0; i < chain.length && left != 0; i++) {
            left &= ranksByHash.get(chain[i]);
            for (long rest = left; rest != 0; rest &= rest - 1) {
                matched[Long.numberOfTrailingZeros(rest)] = i + 1;
            }
        }
        return matched;
    }

    void sent(long[] chain, int rank) {
        for (long hash : chain) {
            ranksByHash.put(hash, ranksByHash.get(hash) | (1L << rank));
        }
    }
}

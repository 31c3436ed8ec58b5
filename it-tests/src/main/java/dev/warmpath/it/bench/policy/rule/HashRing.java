package dev.warmpath.it.bench.policy.rule;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Consistent hashing with bounded loads (Mirrokni, Thorup, Zadimoghaddam, 2016): a key goes to the first rank on the ring
 * after it that has room, where room means no more than 1.25 times the mean of the requests in flight, as smg's
 * {@code prefix_hash} has it.
 */
final class HashRing {

    private static final int POINTS_PER_RANK = 160;
    private static final double LOAD_FACTOR = 1.25;

    private final TreeMap<Long, Integer> ring = new TreeMap<>();

    HashRing(int ranks, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int rank = 0; rank < ranks; rank++) {
            for (int point = 0; point < POINTS_PER_RANK; point++) {
                ring.put(random.nextLong(), rank);
            }
        }
    }

    int rank(long key, SideLoad load) {
        double most = Math.ceil(LOAD_FACTOR * (load.allRequests() + 1) / load.ranks());
        for (Map.Entry<Long, Integer> point : ring.tailMap(key).entrySet()) {
            if (load.requests(point.getValue()) < most) {
                return point.getValue();
            }
        }
        for (Map.Entry<Long, Integer> point : ring.headMap(key).entrySet()) {
            if (load.requests(point.getValue()) < most) {
                return point.getValue();
            }
        }
        throw new IllegalStateException("not every rank can have more than the mean");
    }
}

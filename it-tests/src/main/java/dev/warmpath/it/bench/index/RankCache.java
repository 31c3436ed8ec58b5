package dev.warmpath.it.bench.index;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * A simulated rank's cache: so many blocks, the least recently used leaves first, of one prompt the last first, as engines
 * do it. Blocks are named by their own chained hashes.
 */
final class RankCache {

    private final int capacity;

    /** Least recently used first. */
    private final LinkedHashMap<Long, Boolean> held = new LinkedHashMap<>(16, 0.75f, true);

    RankCache(int capacity) {
        this.capacity = capacity;
    }

    /** Leading blocks of a prompt that are held. */
    int match(long[] chain, int length) {
        int match = 0;
        while (match < length && held.containsKey(chain[match])) {
            match++;
        }
        return match;
    }

    /**
     * Uses {@code chain[0 .. to)}, storing what is not held; at most as many as fit.
     *
     * @return the blocks that had to leave, in order
     */
    long[] use(long[] chain, int to) {
        for (int i = to - 1; i >= 0; i--) {
            held.put(chain[i], Boolean.TRUE);
        }
        return evict(held.size() - capacity);
    }

    /** Empties the cache; the blocks that were in it, in the order in which they would have left. */
    long[] drain() {
        return evict(held.size());
    }

    private long[] evict(int count) {
        long[] gone = new long[Math.max(0, count)];
        Iterator<Long> oldest = held.keySet().iterator();
        Arrays.setAll(gone, i -> {
            long block = oldest.next();
            oldest.remove();
            return block;
        });
        return gone;
    }
}

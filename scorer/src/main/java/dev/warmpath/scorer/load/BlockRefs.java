package dev.warmpath.scorer.load;

import org.agrona.collections.Long2LongCounterMap;

/**
 * The distinct KV blocks that one target's running requests hold, each with the number of requests that hold it, so that
 * a prefix that many of them share counts once. Primitive keys and counts; an entry goes when its count is 0. Guarded by
 * the ledger's lock.
 */
final class BlockRefs {

    /** A table that once grew past this gives its memory back when it runs empty; smaller ones are not worth it. */
    private static final int KEPT_CAPACITY = 8192;

    private final Long2LongCounterMap counts = new Long2LongCounterMap(0);

    void add(long[] chain, int length) {
        for (int i = 0; i < length; i++) {
            counts.incrementAndGet(chain[i]);
        }
    }

    void remove(long[] chain, int length) {
        for (int i = 0; i < length; i++) {
            counts.decrementAndGet(chain[i]);
        }
        if (counts.isEmpty() && counts.capacity() > KEPT_CAPACITY) {
            counts.compact();
        }
    }

    int distinct() {
        return counts.size();
    }

    int capacity() {
        return counts.capacity();
    }
}

package dev.warmpath.scorer.index;

import java.util.concurrent.atomic.AtomicLong;

/** How many blocks may be indexed: per rank, and over all ranks. Any thread. */
final class IndexBudget {

    private final int maxPerRank;
    private final long maxTotal;
    private final AtomicLong total = new AtomicLong();

    IndexBudget(int maxPerRank, long maxTotal) {
        this.maxPerRank = maxPerRank;
        this.maxTotal = maxTotal;
    }

    /** Takes one block out of the budget for a rank that has {@code held}; false when there is none left. */
    boolean take(int held) {
        if (held >= maxPerRank) {
            return false;
        }
        if (total.incrementAndGet() > maxTotal) {
            total.decrementAndGet();
            return false;
        }
        return true;
    }

    /** How many a rank may have, as long as there are any. */
    int mostPerRank() {
        return maxPerRank;
    }

    void giveBack(int blocks) {
        total.addAndGet(-blocks);
    }
}

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

    /**
     * Takes blocks out of the budget for a rank that has {@code held}: as many as are wanted, or as are left. What is taken
     * at once and given back soon after may be refused to others meanwhile.
     *
     * @return how many
     */
    int take(int held, int wanted) {
        int taken = Math.min(wanted, maxPerRank - held);
        if (taken <= 0) {
            return 0;
        }
        long over = Math.min(taken, total.addAndGet(taken) - maxTotal);
        if (over > 0) {
            total.addAndGet(-over);
            taken -= (int) over;
        }
        return taken;
    }

    /** How many a rank may have, as long as there are any. */
    int mostPerRank() {
        return maxPerRank;
    }

    void giveBack(int blocks) {
        total.addAndGet(-blocks);
    }
}

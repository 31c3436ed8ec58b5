package dev.warmpath.scorer.load;

import org.jspecify.annotations.Nullable;

/** One target's recent charges, kept in the scale of the pool that it belongs to. Guarded by the ledger's lock. */
final class RecentCharges {

    private @Nullable RecentPool pool;
    private double scaled;
    private long epoch;

    @Nullable
    RecentPool pool() {
        return pool;
    }

    /** A target belongs to the pool that it was first booked in, for good: bookings remember charges in its scale. */
    void join(RecentPool joined) {
        if (pool == null) {
            pool = joined;
        }
    }

    /** Adds a charge and returns what to give to {@link #refund} to take it back, valid in the pool's present epoch. */
    double charge(double blocks) {
        RecentPool pool = this.pool;
        if (pool == null || !(blocks > 0)) {
            return 0;
        }
        if (epoch != pool.epoch()) {
            epoch = pool.epoch();
            scaled = 0;
        }
        double added = pool.scaled(blocks);
        scaled += added;
        return added;
    }

    /** Takes back what is left of a charge. One of an earlier epoch is forgotten already. */
    void refund(double charged, long chargedEpoch) {
        if (epoch == chargedEpoch) {
            scaled = Math.max(0, scaled - charged);
        }
    }

    double blocks() {
        RecentPool pool = this.pool;
        return pool == null || epoch != pool.epoch() ? 0 : pool.blocks(scaled);
    }
}

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

    /** Adds a charge and returns what to give to {@link #refund}, with the pool's epoch, to take it back. */
    double charge(double blocks) {
        RecentPool pool = this.pool;
        if (pool == null || !(blocks > 0)) {
            return 0;
        }
        settle(pool);
        double added = pool.scaled(blocks);
        scaled += added;
        return added;
    }

    /** Takes back what is left of a charge. */
    void refund(double charged, long chargedEpoch) {
        RecentPool pool = this.pool;
        if (pool != null) {
            settle(pool);
            scaled = Math.max(0, scaled - pool.inThisEpoch(charged, chargedEpoch));
        }
    }

    double blocks() {
        RecentPool pool = this.pool;
        return pool == null ? 0 : pool.blocks(pool.inThisEpoch(scaled, epoch));
    }

    private void settle(RecentPool pool) {
        scaled = pool.inThisEpoch(scaled, epoch);
        epoch = pool.epoch();
    }
}

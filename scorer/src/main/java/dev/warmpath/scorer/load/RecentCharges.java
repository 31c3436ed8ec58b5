package dev.warmpath.scorer.load;

import org.jspecify.annotations.Nullable;

/** One target's recent charges, which fade with its pool. Guarded by the ledger's lock. */
final class RecentCharges {

    private final FadingSum charges = new FadingSum();
    private @Nullable RecentPool pool;

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

    /** Adds a charge and returns what to give to {@link #refund}, with the epoch of the pool's scale, to take it back. */
    double charge(double blocks) {
        RecentPool pool = this.pool;
        return pool == null || !(blocks > 0) ? 0 : charges.add(blocks, pool.scale());
    }

    /** Takes back what is left of a charge. */
    void refund(double charged, long chargedEpoch) {
        RecentPool pool = this.pool;
        if (pool != null) {
            charges.takeBack(charged, chargedEpoch, pool.scale());
        }
    }

    double blocks() {
        RecentPool pool = this.pool;
        return pool == null ? 0 : RecentPool.left(charges.worth(pool.scale()));
    }
}

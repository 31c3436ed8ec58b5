package dev.warmpath.scorer.load;

/**
 * The clock by which recent charges fade: one tick per booked request among the targets that compete for the same
 * requests.
 *
 * <p>A charge of {@code c} blocks is worth {@code c * decay^n} after {@code n} further requests were booked in the pool.
 * Fading every target at every booking would touch all of them; instead the pool keeps {@code scale = decay^n} and each
 * target keeps the sum of {@code c / scale} as the scale stood when each charge was made. What a target owes now is that
 * sum times the scale of now: one multiplication to read, one division to charge, nothing for the targets that were not
 * chosen.
 *
 * <p>The scale shrinks for ever, so it is renormalised: below {@value #SMALLEST_SCALE} the pool starts a new epoch with
 * scale 1 and keeps the scale at which the last one ended. A sum of the last epoch is worth that scale times what it was;
 * one of an earlier epoch has lived through a whole epoch since, has faded by 10^-30, and counts as nothing (to be
 * seen, a charge would have to exceed 10^24 blocks). So no list of the pool's members is needed to rescale them: each
 * brings its sum up to date when it is next charged. Inside an epoch sums stay below 10^30 times the charges, far from
 * the end of a double's range and with its full relative precision.
 *
 * <p>Prefill, decode and mixed targets of the same requests share a pool, and a request ticks it once however many legs
 * it books. A pool per role would fade the charges of a pair's targets and never those of a mixed target that competes
 * with them, so that one past booking would shut the mixed target out; a tick per leg would make the charges of PD fleets
 * fade twice as fast.
 *
 * <p>Not thread-safe: guarded by the ledger's lock.
 */
public final class RecentPool {

    /** Below this many blocks a charge is forgotten; far below any difference that decides, far above rounding. */
    static final double FORGOTTEN = 1e-6;

    private static final double SMALLEST_SCALE = 1e-30;

    private final double decay;
    private double scale = 1;
    private double lastEpochsScale;
    private long epoch;

    RecentPool(double decay) {
        this.decay = decay;
    }

    /** A request was booked: every earlier charge fades by one step. */
    void tick() {
        scale *= decay;
        if (scale < SMALLEST_SCALE) {
            lastEpochsScale = scale;
            scale = 1;
            epoch++;
        }
    }

    long epoch() {
        return epoch;
    }

    /** What a charge made now is kept as. */
    double scaled(double blocks) {
        return blocks / scale;
    }

    /** A sum that was kept in an epoch, in the scale of the present one. */
    double inThisEpoch(double scaled, long keptEpoch) {
        if (keptEpoch == epoch) {
            return scaled;
        }
        return keptEpoch == epoch - 1 ? scaled * lastEpochsScale : 0;
    }

    /** What a sum of the present epoch is worth now. */
    double blocks(double scaled) {
        double blocks = scaled * scale;
        return blocks < FORGOTTEN ? 0 : blocks;
    }
}

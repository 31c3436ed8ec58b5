package dev.warmpath.scorer.load;

/**
 * Targets that compete for the same requests, as far as their loads depend on each other: the clock by which their recent
 * charges fade, one tick per booked request, and the {@link Arrivals} of decode legs among them.
 *
 * <p>A charge of {@code c} blocks is worth {@code c * decay^n} after {@code n} further requests were booked in the pool.
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
    private static final double FORGOTTEN = 1e-6;

    private final double decay;
    private final FadingScale scale = new FadingScale();
    private final Arrivals arrivals = new Arrivals();

    RecentPool(double decay) {
        this.decay = decay;
    }

    /** A request was booked: every earlier charge fades by one step. */
    void tick() {
        scale.fade(decay);
    }

    /** In which recent charges are kept. */
    FadingScale scale() {
        return scale;
    }

    /** What is left of charges that have faded to so many blocks. */
    static double left(double blocks) {
        return blocks < FORGOTTEN ? 0 : blocks;
    }

    Arrivals arrivals() {
        return arrivals;
    }
}

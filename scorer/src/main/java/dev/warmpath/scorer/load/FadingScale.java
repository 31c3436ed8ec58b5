package dev.warmpath.scorer.load;

/**
 * The scale in which amounts are kept that fade together, each by the same factor at each step.
 *
 * <p>An amount {@code c} is worth {@code c} times the product of all later factors. Fading every amount at every step would
 * touch all of them; instead the scale is the product of all factors so far, and each amount is kept as {@code c / scale} as
 * the scale stood when it came. What it is worth now is that times the scale of now: one multiplication to read, one division
 * to enter, nothing for what is not touched.
 *
 * <p>The scale shrinks for ever, so it is renormalised: below {@value #SMALLEST} a new epoch starts with scale 1, and the
 * scale at which the last one ended is kept. An amount of the last epoch is worth that scale times what it was; one of an
 * earlier epoch has lived through a whole epoch since, has faded by 10^-30, and counts as nothing (to be seen, it would
 * have to exceed 10^24). So no list of who keeps amounts is needed to rescale them: each brings its own up to date when
 * it is next changed. Inside an epoch they stay below 10^30 times what they were, far from the end of a double's range
 * and with its full relative precision.
 *
 * <p>Not thread-safe: guarded by the ledger's lock.
 */
final class FadingScale {

    private static final double SMALLEST = 1e-30;

    private double scale = 1;
    private double lastEpochsScale;
    private long epoch;

    /** @param factor in [0, 1) */
    void fade(double factor) {
        scale *= factor;
        if (scale < SMALLEST) {
            lastEpochsScale = scale;
            scale = 1;
            epoch++;
        }
    }

    long epoch() {
        return epoch;
    }

    /** What an amount that comes now is kept as. */
    double scaled(double amount) {
        return amount / scale;
    }

    /** What was kept in an epoch, in the scale of the present one. */
    double inThisEpoch(double scaled, long keptEpoch) {
        if (keptEpoch == epoch) {
            return scaled;
        }
        return keptEpoch == epoch - 1 ? scaled * lastEpochsScale : 0;
    }

    /** What is kept in the scale of the present epoch is worth now. */
    double worth(double scaled) {
        return scaled * scale;
    }
}

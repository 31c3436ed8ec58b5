package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.Role;
import org.jspecify.annotations.Nullable;

/**
 * How many blocks of load one missed block weighs, per role. Finite and at least 0.
 *
 * @param mixed null when no mixed worker may be registered
 */
public record OverlapWeights(
        double prefill, double decode, @Nullable Double mixed) {

    public OverlapWeights {
        check("prefill", prefill);
        check("decode", decode);
        if (mixed != null) {
            check("mixed", mixed);
        }
    }

    /** The weight of a role, unboxed; NaN for mixed where none is set. */
    public double of(Role role) {
        return switch (role) {
            case PREFILL -> prefill;
            case DECODE -> decode;
            case MIXED -> mixed == null ? Double.NaN : mixed;
        };
    }

    private static void check(String role, double weight) {
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException(role + ".overlap_weight must be a finite number >= 0, but is " + weight);
        }
    }
}

package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Role;
import org.jspecify.annotations.Nullable;

/**
 * How many blocks of load one missed block weighs, per role. From 0 to {@link ScoringSettings#MAX_OVERLAP_WEIGHT}.
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

    /** Whether a weight is in range. */
    public static boolean valid(double weight) {
        return weight >= 0 && weight <= ScoringSettings.MAX_OVERLAP_WEIGHT;
    }

    private static void check(String role, double weight) {
        if (!valid(weight)) {
            throw new IllegalArgumentException(
                    role + ".overlap_weight must be a number from 0 to 1000000, but is " + weight);
        }
    }
}

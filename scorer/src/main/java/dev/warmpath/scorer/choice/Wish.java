package dev.warmpath.scorer.choice;

import org.jspecify.annotations.Nullable;

/**
 * What a request asks of the choice beside its prompt.
 *
 * @param weightFactor times the overlap weight of every role
 * @param first the prefill or mixed candidate that it would rather have, or null
 * @param second the decode candidate that it would rather have, of the same pairing; or null
 * @param bonus blocks that these cost less; not read where {@code only}
 * @param only whether it takes no others, as long as these may be chosen
 */
public record Wish(
        double weightFactor,
        @Nullable Candidate first,
        @Nullable Candidate second,
        double bonus,
        boolean only) {

    /** Nothing. */
    public static final Wish NONE = new Wish(1, null, null, 0, false);

    boolean wants(Candidate candidate) {
        return candidate == first || candidate == second;
    }
}

package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Role;

/**
 * What choosing has come to so far, for those who judge whether scoring does anything.
 *
 * @param hashed attempts whose prompt had hashes
 * @param tooShort of those, how many had a prompt without one full block for the target that was chosen
 * @param prefill of choices of a prefill target; likewise {@code decode} and {@code mixed}
 */
public record ChoiceTally(long hashed, long tooShort, RoleTally prefill, RoleTally decode, RoleTally mixed) {

    /**
     * Whether a role's overlap weight decides.
     *
     * @param contested choices among targets of which some had to compute more of the prompt than others
     * @param swayed of those, how many would have gone to another target with a weight of 0
     */
    public record RoleTally(long contested, long swayed) {}

    /** The part of one role. */
    public RoleTally of(Role role) {
        return switch (role) {
            case PREFILL -> prefill;
            case DECODE -> decode;
            case MIXED -> mixed;
        };
    }
}

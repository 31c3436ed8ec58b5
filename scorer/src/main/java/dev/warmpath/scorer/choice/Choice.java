package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.scorer.load.Booking;
import java.util.Locale;

/** The outcome of choosing: booked legs, or why there are none. */
public sealed interface Choice {

    /** How much the scoring had to say, for metrics. */
    enum Kind {
        /** Costs differed. */
        SCORED,
        /** Equal costs; the tie rule decided. */
        TIED,
        /** One candidate only. */
        ONLY_ONE,
        /** The prompt had no hashes: load decided. */
        UNHASHED,
        /** A decode target takes it alone: it lacks little of the prompt. */
        PREFILL_SKIPPED,
        /** Nobody else was left but targets that are kept out for failing; the cheapest of those. */
        LAST_RESORT;

        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A prefill and a decode leg. */
    record Pair(
            Pairing pairing,
            Candidate prefillTarget,
            Booking prefill,
            Kind prefillKind,
            Candidate decodeTarget,
            Booking decode,
            Kind decodeKind)
            implements Choice {}

    /** One leg that does both: on a mixed target, or on a decode target that computes the prompt itself. */
    record Single(Pairing pairing, Candidate target, Booking booking, Kind kind) implements Choice {}

    /**
     * Nobody can serve this.
     *
     * @param role the role that is missing
     * @param reason for the client's error message: no worker at all, or why those that exist are not eligible
     */
    record NoTarget(Role role, String reason) implements Choice {}
}

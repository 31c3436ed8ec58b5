package dev.warmpath.router.decision;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import dev.warmpath.scorer.load.Booking;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Why one try of a request went where it went.
 *
 * @param attempt 1 for the first, one more for each retry
 * @param tokens prompt length in tokens; 0 when it was not hashed
 * @param unhashed why it was not, or null when it was
 * @param legs the legs that were chosen, prefill first
 */
public record Decision(int attempt, int tokens, @Nullable UnhashedReason unhashed, List<Leg> legs) {

    /**
     * One chosen leg.
     *
     * @param kind how much scoring had to say
     */
    public record Leg(Role role, Choice.Kind kind, Booking booking) {

        private String text() {
            return role.key() + "=" + booking.target() + "; kind=" + kind.key() + "; blocks="
                    + booking.requestBlocks() + "; overlap=" + booking.matchedBlocks() + "; predicted_cached_tokens="
                    + booking.predictedCachedTokens();
        }
    }

    /** What there is to tell of a choice, whose legs are booked. */
    public static Decision of(int attempt, HashedPrompt prompt, Choice choice) {
        List<Leg> legs = List.of();
        if (choice instanceof Choice.Pair pair) {
            legs = List.of(
                    new Leg(Role.PREFILL, pair.prefillKind(), pair.prefill()),
                    new Leg(Role.DECODE, pair.decodeKind(), pair.decode()));
        } else if (choice instanceof Choice.Single single) {
            legs = List.of(new Leg(Role.MIXED, single.kind(), single.booking()));
        }
        return new Decision(attempt, prompt.tokens(), prompt.unhashedReason(), legs);
    }

    /** One line, for a header: parameters of the request, then those of each leg behind the leg's own. */
    public String header() {
        StringJoiner parts = new StringJoiner("; ");
        parts.add("attempt=" + attempt).add("tokens=" + tokens);
        if (unhashed != null) {
            parts.add("unhashed=" + unhashed.key());
        }
        legs.forEach(leg -> parts.add(leg.text()));
        return parts.toString();
    }

    LoggingEventBuilder addTo(LoggingEventBuilder line) {
        LoggingEventBuilder told = line.addKeyValue("attempt", attempt)
                .addKeyValue("tokens", tokens)
                .addKeyValue("unhashed", unhashed == null ? "" : unhashed.key());
        for (Leg leg : legs) {
            String role = leg.role().key();
            told = told.addKeyValue(role, leg.booking().target())
                    .addKeyValue(role + "_kind", leg.kind().key())
                    .addKeyValue(role + "_blocks", leg.booking().requestBlocks())
                    .addKeyValue(role + "_overlap", leg.booking().matchedBlocks())
                    .addKeyValue(
                            role + "_predicted_cached_tokens", leg.booking().predictedCachedTokens());
        }
        return told;
    }
}

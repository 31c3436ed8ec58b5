package dev.warmpath.router.decision;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.hash.UnhashedReason;
import dev.warmpath.scorer.load.Booking;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a {@link Decision}: its numbers and names, without the bookings, which hold on to their prompt's hashes.
 * One is made for each try of each request, and next to none is ever looked at, so nothing is made text here.
 *
 * @param number from 0 at the router's start, without holes
 * @param epochMillis when it was made
 * @param requestId as the client was told it
 * @param model a configured one
 * @param attempt 1 for the first try of a request
 * @param tokens prompt length in tokens; 0 when it was not hashed
 * @param unhashed why it was not, or null when it was
 * @param legs prefill first
 */
public record RecentDecision(
        long number,
        long epochMillis,
        String requestId,
        String model,
        int attempt,
        int tokens,
        @Nullable UnhashedReason unhashed,
        List<Leg> legs) {

    public RecentDecision {
        legs = List.copyOf(legs);
    }

    /**
     * One chosen leg.
     *
     * @param kind how much scoring had to say
     * @param blocks full blocks of the prompt
     * @param overlap leading ones that the target was believed to hold
     */
    public record Leg(Role role, Target target, Choice.Kind kind, int blocks, int overlap, int predictedCachedTokens) {

        static Leg of(Decision.Leg leg) {
            Booking booking = leg.booking();
            return new Leg(
                    leg.role(),
                    booking.target(),
                    leg.kind(),
                    booking.requestBlocks(),
                    booking.matchedBlocks(),
                    booking.predictedCachedTokens());
        }
    }

    static RecentDecision of(long number, long epochMillis, String requestId, String model, Decision decision) {
        return new RecentDecision(
                number,
                epochMillis,
                requestId,
                model,
                decision.attempt(),
                decision.tokens(),
                decision.unhashed(),
                legs(decision.legs()));
    }

    private static List<Leg> legs(List<Decision.Leg> some) {
        return switch (some.size()) {
            case 0 -> List.of();
            case 1 -> List.of(Leg.of(some.get(0)));
            default -> List.of(Leg.of(some.get(0)), Leg.of(some.get(1)));
        };
    }
}

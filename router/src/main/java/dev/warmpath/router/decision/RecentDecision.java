package dev.warmpath.router.decision;

import dev.warmpath.scorer.load.Booking;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a {@link Decision}: its numbers and names, without the bookings, which hold on to their prompt's hashes.
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
        @Nullable String unhashed,
        List<Leg> legs) {

    public RecentDecision {
        legs = List.copyOf(legs);
    }

    /**
     * One chosen leg.
     *
     * @param target as {@code worker#rank}
     * @param kind how much scoring had to say
     * @param blocks full blocks of the prompt
     * @param overlap leading ones that the target was believed to hold
     */
    public record Leg(String role, String target, String kind, int blocks, int overlap, int predictedCachedTokens) {

        static Leg of(Decision.Leg leg) {
            Booking booking = leg.booking();
            return new Leg(
                    leg.role().key(),
                    booking.target().toString(),
                    leg.kind().key(),
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
                decision.unhashed() == null ? null : decision.unhashed().key(),
                legs(decision));
    }

    /** At most two; made for each request, so without a stream. */
    private static List<Leg> legs(Decision decision) {
        List<Leg> legs = new ArrayList<>(2);
        for (Decision.Leg leg : decision.legs()) {
            legs.add(Leg.of(leg));
        }
        return legs;
    }
}

package dev.warmpath.router.disagg;

import java.util.Map;

/**
 * Tells a worker which of its ranks serves a leg by the header that both engines honour; for SGLang {@link Seat#patch} also
 * sets {@code routed_dp_rank} in the body (engines.md D.1, E.7 of the reference notes). Ranks are the engine's own, global
 * numbers.
 */
public final class RankSteering {

    private static final String HEADER = "x-data-parallel-rank";

    private RankSteering() {}

    /** The header, or nothing where the worker needs no telling. */
    public static Map<String, String> headers(Seat seat) {
        return seat.needsRank() ? Map.of(HEADER, Integer.toString(seat.target().rank())) : Map.of();
    }
}

package dev.warmpath.router.disagg;

import dev.warmpath.config.settings.Engine;
import dev.warmpath.router.body.BodyPatch;
import java.util.Map;

/**
 * Tells a worker which of its ranks serves a leg: {@code routed_dp_rank} in the body for SGLang, and the header that
 * both engines honour (engines.md D.1, E.7 of the reference notes). Ranks are the engine's own, global numbers.
 */
public final class RankSteering {

    private static final String HEADER = "x-data-parallel-rank";

    private RankSteering() {}

    /** Sets the body member, where the engine reads one. */
    public static void apply(Seat seat, BodyPatch patch) {
        if (seat.needsRank() && seat.worker().engine().known() == Engine.SGLANG) {
            patch.set("routed_dp_rank", Integer.toString(seat.target().rank()));
        }
    }

    /** The header, or nothing where the worker needs no telling. */
    public static Map<String, String> headers(Seat seat) {
        return seat.needsRank() ? Map.of(HEADER, Integer.toString(seat.target().rank())) : Map.of();
    }
}

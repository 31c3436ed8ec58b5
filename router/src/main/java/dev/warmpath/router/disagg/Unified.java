package dev.warmpath.router.disagg;

import dev.warmpath.config.settings.Role;
import dev.warmpath.router.body.BodyPatch;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.ProtocolFields;
import io.vertx.core.buffer.Buffer;

/** Protocol {@code none}: one mixed worker does prefill and decode, nothing is handed over. */
public final class Unified {

    /** The one leg of an attempt. */
    public LegPlan.Single plan(GenerationRequest request, Seat seat) {
        BodyPatch patch = ProtocolFields.drop(request.body(), request.body().patch());
        RankSteering.apply(seat, patch);
        return new LegPlan.Single(new LegRequest(
                Role.MIXED, seat.worker(), seat.target(), Buffer.buffer(patch.apply()), RankSteering.headers(seat)));
    }
}

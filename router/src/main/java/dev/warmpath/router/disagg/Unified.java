package dev.warmpath.router.disagg;

import dev.warmpath.router.body.BodyPatch;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.OpaqueRequest;
import dev.warmpath.router.usage.UsageAsk;
import dev.warmpath.router.wire.WholeBytes;

/** One worker does prefill and decode, nothing is handed over: protocol {@code none}, and what no hand-off is for. */
public final class Unified {

    /** The one leg of an attempt whose body is not looked into: engines read the rank from the header too. */
    public LegRequest pass(OpaqueRequest request, Seat seat) {
        return LegRequest.to(seat, WholeBytes.buffer(request.content()));
    }

    /**
     * The one leg of an attempt.
     *
     * @param askUsage whether usage is asked for, see {@link UsageAsk}
     */
    public LegPlan.Single plan(GenerationRequest request, Seat seat, boolean askUsage) {
        BodyPatch patch = seat.patch(request);
        if (askUsage) {
            UsageAsk.add(patch);
        }
        return new LegPlan.Single(LegRequest.to(seat, WholeBytes.buffer(patch.apply())));
    }
}

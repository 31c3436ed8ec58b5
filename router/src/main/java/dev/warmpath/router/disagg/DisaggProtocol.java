package dev.warmpath.router.disagg;

import dev.warmpath.router.body.GenerationRequest;
import org.jspecify.annotations.Nullable;

/**
 * How a prefill leg hands its KV cache to a decode leg. Every call makes fresh engine-side ids, so that no two attempts
 * ever meet at an engine.
 */
public interface DisaggProtocol {

    /**
     * The legs of one attempt.
     *
     * @param prefill the chosen prefill target
     * @param decode the chosen decode target
     */
    LegPlan plan(GenerationRequest request, Seat prefill, Seat decode);

    /** Why this request cannot be handed over, so that the decode worker has to serve it alone; or null. */
    default @Nullable HandOffGap gap(GenerationRequest request) {
        return null;
    }
}

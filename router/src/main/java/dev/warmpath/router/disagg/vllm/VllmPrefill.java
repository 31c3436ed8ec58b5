package dev.warmpath.router.disagg.vllm;

import dev.warmpath.router.body.BodyPatch;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.body.SamplingParams;
import dev.warmpath.router.disagg.HandOffGap;
import dev.warmpath.router.disagg.LegRequest;
import dev.warmpath.router.disagg.Seat;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.wire.WholeBytes;
import org.jspecify.annotations.Nullable;

/**
 * What all connectors of vLLM have in common: prefill is an ordinary request for one token whose KV blocks the engine
 * keeps, so everything that makes the prompt stays and everything that is about the answer is cut down to that token.
 */
final class VllmPrefill {

    static final String PARAMS = "kv_transfer_params";

    private VllmPrefill() {}

    /** The prefill leg, which offers its KV under these parameters. */
    static LegRequest leg(GenerationRequest request, Seat seat, String params) {
        JsonBody body = request.body();
        BodyPatch patch = forOneToken(request.endpoint(), body, seat.patch(request));
        if (body.has("stream")) {
            patch.set("stream", "false");
        }
        // Refused without a stream, and where it asks for more tokens than there may be.
        patch.drop("stream_options").drop("min_tokens").drop("min_completion_tokens");
        return leg(seat, patch.set(PARAMS, params));
    }

    /** Each endpoint has its own words for how much there is to be. */
    private static BodyPatch forOneToken(Endpoint endpoint, JsonBody body, BodyPatch patch) {
        return switch (endpoint.prompt()) {
            case TOKEN_IDS, GENERATE -> SamplingParams.forOneToken(body, patch);
            // Its answer is asked for by nobody, and one in the background would be answered before it is computed.
            case RESPONSE ->
                patch.set("max_output_tokens", "1").set("store", "false").drop("background");
            case CHAT, COMPLETION, MESSAGES, NONE -> {
                if (body.has("max_completion_tokens")) {
                    patch.set("max_completion_tokens", "1");
                }
                yield patch.set("max_tokens", "1");
            }
        };
    }

    /** A leg to this target with this body. */
    static LegRequest leg(Seat seat, BodyPatch patch) {
        return LegRequest.to(seat, WholeBytes.buffer(patch.apply()));
    }

    /**
     * The blocks of one prefill are fetched once: of several answers to one prompt the first would get them, and of
     * several prompts all would be given those of the first.
     */
    static @Nullable HandOffGap gap(GenerationRequest request) {
        if (request.choices() > 1) {
            return HandOffGap.SEVERAL_ANSWERS;
        }
        return request.batch() > 1 ? HandOffGap.SEVERAL_PROMPTS : null;
    }
}

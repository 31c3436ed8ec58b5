package dev.warmpath.router.disagg.vllm;

import dev.warmpath.router.body.BodyPatch;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.disagg.DisaggProtocol;
import dev.warmpath.router.disagg.HandOff;
import dev.warmpath.router.disagg.HandOffGap;
import dev.warmpath.router.disagg.LegPlan;
import dev.warmpath.router.disagg.Seat;
import dev.warmpath.router.wire.WholeBytes;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * vLLM's NixlConnector in pull mode: prefill computes the prompt, keeps its blocks for a lease of some 30 s, and answers
 * with the parameters under which they are fetched; decode gets these as they came. What they say is between the engines:
 * their shape has changed with nearly every release.
 */
public final class VllmNixl implements DisaggProtocol {

    private static final String OFFER = "{\"do_remote_decode\":true,\"do_remote_prefill\":false,"
            + "\"remote_engine_id\":null,\"remote_block_ids\":null,\"remote_host\":null,\"remote_port\":null}";

    @Override
    public LegPlan.Serial plan(GenerationRequest request, Seat prefill, Seat decode) {
        return new LegPlan.Serial(
                VllmPrefill.leg(request, prefill, OFFER),
                VllmPrefill.leg(decode, decode.patch(request)),
                answer -> read(request, decode, answer));
    }

    @Override
    public @Nullable HandOffGap gap(GenerationRequest request) {
        return VllmPrefill.gap(request);
    }

    private static HandOff read(GenerationRequest request, Seat decode, Buffer answer) {
        try {
            TransferParams params = TransferParams.read(answer.getBytes());
            byte[] text = params.text();
            if (text == null) {
                return new HandOff.Missing(params.gap());
            }
            BodyPatch patch = decode.patch(request).set(VllmPrefill.PARAMS, text);
            return new HandOff.Given(WholeBytes.buffer(patch.apply()));
        } catch (IOException | IllegalArgumentException broken) {
            // What the parser says about a place may quote what stands there.
            return new HandOff.Unreadable("prefill's answer is not the JSON of an engine");
        }
    }
}

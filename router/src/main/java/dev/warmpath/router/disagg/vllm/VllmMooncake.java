package dev.warmpath.router.disagg.vllm;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.disagg.DisaggProtocol;
import dev.warmpath.router.disagg.HandOffGap;
import dev.warmpath.router.disagg.LegPlan;
import dev.warmpath.router.disagg.Seat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * vLLM's MooncakeConnector: both legs go out at once and meet under a transfer id that the router makes up. Decode is
 * also told where prefill's bootstrap server is and which engine there has the KV (fields: engines.md E.3 of the
 * reference notes). No two attempts share an id, for an engine keeps what it has computed under one until it is fetched.
 */
public final class VllmMooncake implements DisaggProtocol {

    /** The engines' own default for a bootstrap server's port. */
    public static final int BOOTSTRAP_PORT = 8998;

    /** Where the bootstrap server of a prefill worker listens. */
    public static int bootstrapPort(@Nullable Integer configured) {
        return configured == null ? BOOTSTRAP_PORT : configured;
    }

    @Override
    public LegPlan.Concurrent plan(GenerationRequest request, Seat prefill, Seat decode) {
        String id = "xfer-" + UUID.randomUUID();
        return new LegPlan.Concurrent(
                VllmPrefill.leg(request, prefill, offer(id)),
                VllmPrefill.leg(decode, decode.patch(request).set(VllmPrefill.PARAMS, fetch(id, prefill))));
    }

    @Override
    public @Nullable HandOffGap gap(GenerationRequest request) {
        return VllmPrefill.gap(request);
    }

    private static String offer(String id) {
        return "{\"do_remote_decode\":true,\"do_remote_prefill\":false,\"transfer_id\":\"" + id + "\"}";
    }

    private static String fetch(String id, Seat prefill) {
        String engine = prefill.worker().transferNames().of(prefill.target().rank());
        if (engine == null) {
            throw new IllegalStateException(prefill.target() + " was chosen before its name was known");
        }
        // The bootstrap server speaks plain HTTP whatever the worker's own port does. An IPv6 address keeps its
        // brackets.
        String address = "http://" + prefill.worker().settings().url().getHost() + ":"
                + bootstrapPort(prefill.worker().settings().bootstrapPort());
        return "{\"do_remote_decode\":false,\"do_remote_prefill\":true,\"remote_bootstrap_addr\":\"" + address
                + "\",\"remote_engine_id\":" + TextNode.valueOf(engine) + ",\"transfer_id\":\"" + id + "\"}";
    }
}

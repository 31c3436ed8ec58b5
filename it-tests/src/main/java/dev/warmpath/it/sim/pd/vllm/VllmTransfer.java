package dev.warmpath.it.sim.pd.vllm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.it.sim.pd.LegSpec;
import dev.warmpath.it.sim.pd.meet.KvSource;
import dev.warmpath.it.sim.pd.meet.TransferName;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What vLLM's {@code kv_transfer_params} tell a leg: the NIXL connector's, with everything about the prefill's blocks,
 * and the Mooncake connector's, with an id that the router made up.
 */
final class VllmTransfer {

    private final JsonNode params;

    private VllmTransfer(JsonNode params) {
        this.params = params;
    }

    static @Nullable VllmTransfer of(LegSpec spec) {
        JsonNode params = spec.transfer();
        return params == null ? null : new VllmTransfer(params);
    }

    /** Whether this is a prefill leg whose KV will be fetched. */
    boolean isOffered() {
        return params.path("do_remote_decode").asBoolean(false);
    }

    /** Whether this is a decode leg that is to fetch its KV. */
    boolean isPromised() {
        return params.path("do_remote_prefill").asBoolean(false);
    }

    /** Mooncake's id of the pair; null in NIXL. */
    @Nullable
    String transferId() {
        return params.path("transfer_id").textValue();
    }

    /** Where a decode leg fetches its KV; null when the parameters do not say. */
    @Nullable
    KvSource source() {
        String engine = params.path("remote_engine_id").textValue();
        Integer rank = TransferName.rank(engine);
        if (engine == null || rank == null) {
            return null;
        }
        String transferId = transferId();
        return transferId == null ? nixl(engine, rank) : mooncake(engine, rank, transferId);
    }

    private @Nullable KvSource nixl(String engine, int rank) {
        String host = params.path("remote_host").textValue();
        String request = params.path("remote_request_id").textValue();
        JsonNode port = params.path("remote_port");
        boolean complete = host != null
                && request != null
                && port.isInt()
                && params.path("remote_block_ids").isArray();
        return complete ? new KvSource(host, port.intValue(), request, rank, engine, false) : null;
    }

    private @Nullable KvSource mooncake(String engine, int rank, String transferId) {
        try {
            URI address = new URI(params.path("remote_bootstrap_addr").asText(""));
            String host = address.getHost();
            return host == null ? null : new KvSource(host, address.getPort(), transferId, rank, engine, true);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}

package dev.warmpath.it.sim.pd;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What vLLM's {@code kv_transfer_params} tell a leg: the NIXL connector's, with everything about the prefill's blocks,
 * and the Mooncake connector's, with an id that the router made up.
 */
final class VllmTransfer {

    private static final String RANK_MARK = "_dp";

    private final JsonNode params;

    private VllmTransfer(JsonNode params) {
        this.params = params;
    }

    static @Nullable VllmTransfer of(LegSpec spec) {
        JsonNode params = spec.transfer();
        return params == null ? null : new VllmTransfer(params);
    }

    /** The name that a rank goes by in transfers. */
    static String engineId(String engine, int rank) {
        return engine + RANK_MARK + rank;
    }

    /** Whether this is a prefill leg whose KV will be fetched. */
    boolean isOffered() {
        return params.path("do_remote_decode").asBoolean(false);
    }

    /** Mooncake's id of the pair; null in NIXL. */
    @Nullable
    String transferId() {
        return params.path("transfer_id").textValue();
    }

    /** Where a decode leg fetches its KV; null when it is to compute the prompt itself, as vLLM does silently. */
    @Nullable
    Source source() {
        if (!params.path("do_remote_prefill").asBoolean(false)) {
            return null;
        }
        Integer rank = rank(params.path("remote_engine_id").textValue());
        if (rank == null) {
            return null;
        }
        String transferId = transferId();
        return transferId == null ? nixl(rank) : mooncake(rank, transferId);
    }

    private @Nullable Source nixl(int rank) {
        String host = params.path("remote_host").textValue();
        String request = params.path("remote_request_id").textValue();
        JsonNode port = params.path("remote_port");
        boolean complete = host != null
                && request != null
                && port.isInt()
                && params.path("remote_block_ids").isArray();
        return complete ? new Source(host, port.intValue(), request, rank, false) : null;
    }

    private @Nullable Source mooncake(int rank, String transferId) {
        try {
            URI address = new URI(params.path("remote_bootstrap_addr").asText(""));
            String host = address.getHost();
            return host == null ? null : new Source(host, address.getPort(), transferId, rank, true);
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static @Nullable Integer rank(@Nullable String engineId) {
        int mark = engineId == null ? -1 : engineId.lastIndexOf(RANK_MARK);
        if (engineId == null || mark < 0) {
            return null;
        }
        try {
            return Integer.valueOf(engineId.substring(mark + RANK_MARK.length()));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Where KV lies.
     *
     * @param waits whether it may still be on its way; otherwise it is there or never
     */
    record Source(String host, int port, String key, int rank, boolean waits) {}
}

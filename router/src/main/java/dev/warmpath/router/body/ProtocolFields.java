package dev.warmpath.router.body;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.Set;

/**
 * The members with which a router tells an engine where a request's KV cache is and which rank serves it. From a client
 * they would steer the fleet, or make a worker fetch from a host of the client's choice, so none of them ever reaches a
 * worker; the protocol sets its own afterwards.
 */
public final class ProtocolFields {

    /** SGLang's hand-off fields all start so; what a newer release adds is covered too. */
    private static final String BOOTSTRAP_PREFIX = "bootstrap_";

    /** Exact names, as SGLang and vLLM read them at the top level of a generation request. */
    public static final Set<String> NAMES = Set.of(
            "bootstrap_host",
            "bootstrap_port",
            "bootstrap_room",
            "bootstrap_pair_key",
            "decode_tp_size",
            "routed_dp_rank",
            "data_parallel_rank",
            "data_parallel_rank_decode",
            "disagg_prefill_dp_rank",
            "pd_prefill_admission_ack",
            "decode_token_reservation_id",
            "kv_transfer_params",
            "ec_transfer_params");

    private ProtocolFields() {}

    /** Whether a client's member of this name is kept from workers. */
    public static boolean isProtocolField(String key) {
        return key.startsWith(BOOTSTRAP_PREFIX) || NAMES.contains(key);
    }

    /** Adds to {@code patch} a drop of each such member that the body holds. */
    public static BodyPatch drop(JsonBody body, BodyPatch patch) {
        for (String key : body.keys()) {
            if (isProtocolField(key)) {
                patch.drop(key);
            }
        }
        return patch;
    }

    /**
     * Refuses what a drop of top-level members cannot reach. vLLM copies {@code vllm_xargs} into the same map from which
     * it later reads its {@code kv_transfer_params}.
     */
    static void refuseNested(JsonBody body) throws BadRequest {
        JsonNode extra = body.get("vllm_xargs");
        if (extra == null) {
            return;
        }
        for (Iterator<String> names = extra.fieldNames(); names.hasNext(); ) {
            if (isProtocolField(names.next())) {
                throw BodyFault.INVALID_VALUE.at("vllm_xargs", "vllm_xargs must not hold KV transfer or rank fields");
            }
        }
    }
}

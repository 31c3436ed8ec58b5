package dev.warmpath.router.body;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.Set;

/**
 * The members with which a router tells an engine where a request's KV cache is and which rank serves it. From a client
 * they would steer the fleet, or make a worker fetch from a host of the client's choice, so none of them ever reaches a
 * worker; the protocol sets its own afterwards. Nor do the ids that a client may give its request in the body.
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

    /**
     * The request's id in SGLang and in vLLM. Engines key a request's state by it, so two clients that choose the same
     * one, or a retry while the first attempt still winds down, would stop or mix up each other's work. Workers know a
     * request by the {@code x-request-id} that the router makes for each attempt.
     */
    public static final Set<String> REQUEST_IDS = Set.of("rid", "request_id");

    /**
     * Text that {@code vllm_xargs} may have; clients use it for a handful of scalars. It is read on an event loop, as a
     * tree, so it has to be small.
     */
    static final int MAX_XARGS_BYTES = 64 << 10;

    private static final String XARGS = "vllm_xargs";

    private ProtocolFields() {}

    /** Whether a client's top-level member of this name is kept from workers. */
    public static boolean isProtocolField(String key) {
        return steers(key) || REQUEST_IDS.contains(key);
    }

    private static boolean steers(String key) {
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
        JsonMember extra = body.member(XARGS);
        if (extra == null || extra.kind() != JsonKind.OBJECT) {
            return;
        }
        if (extra.length() > MAX_XARGS_BYTES) {
            throw BodyFault.LIMIT_EXCEEDED.at(XARGS, "vllm_xargs is longer than " + MAX_XARGS_BYTES + " bytes");
        }
        refuseSteering(body.read(extra), XARGS);
    }

    /**
     * Refuses a map of which vLLM makes its engine's extra arguments when it holds what steers an engine.
     *
     * @param name of it, as the client is told
     */
    static void refuseSteering(JsonNode map, String name) throws BadRequest {
        for (Iterator<String> keys = map.fieldNames(); keys.hasNext(); ) {
            if (steers(keys.next())) {
                throw BodyFault.INVALID_VALUE.at(name, name + " must not hold KV transfer or rank fields");
            }
        }
    }
}

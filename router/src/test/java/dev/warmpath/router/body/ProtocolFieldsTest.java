package dev.warmpath.router.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;

/** Scenario 76: what a client says about hand-off and ranks stops at the router. */
class ProtocolFieldsTest {

    @Test
    void noProtocolFieldOfAClientSurvives() throws BadRequest {
        StringBuilder json = new StringBuilder("{ \"model\" : \"m\"");
        for (String name : ProtocolFields.NAMES) {
            json.append(", \"").append(name).append("\": {\"remote_host\":\"10.9.9.9\"}");
        }
        json.append(",\"bootstrap_of_the_future\":1, \"boot\\u0073trap_room\" : 2e0 ,\"seed\":1.0 }");
        // bootstrap_room is there twice now, once in disguise: that alone is a refusal.
        String once = json.toString().replace("boot\\u0073trap_room", "boot\\u0073trap_rooms");
        JsonBody body = JsonBody.parse(once.getBytes(UTF_8));

        byte[] patched = ProtocolFields.drop(body, body.patch()).apply();

        assertThat(new String(patched, UTF_8)).isEqualTo("{ \"model\" : \"m\",\"seed\":1.0 }");
    }

    /** Scenario 77: engines key a request's state by these, and clients reuse them. */
    @Test
    void noIdOfAClientsOwnSurvives() throws BadRequest {
        JsonBody body = JsonBody.parse(
                "{\"rid\":[\"same\"],\"model\":\"m\",\"request\\u005fid\":\"same\",\"ride\":1}".getBytes(UTF_8));

        byte[] patched = ProtocolFields.drop(body, body.patch()).apply();

        assertThat(new String(patched, UTF_8)).isEqualTo("{\"model\":\"m\",\"ride\":1}");
    }

    @Test
    void anArgumentThatIsCalledAsAnIdSteersNothing() throws BadRequest {
        JsonBody body = JsonBody.parse("{\"vllm_xargs\":{\"request_id\":\"x\",\"rid\":1}}".getBytes(UTF_8));

        assertThatNoException().isThrownBy(() -> ProtocolFields.refuseNested(body));
    }

    @Test
    void theListHoldsWhatTheEnginesRead() {
        assertThat(ProtocolFields.NAMES)
                .contains(
                        "bootstrap_host",
                        "bootstrap_port",
                        "bootstrap_room",
                        "bootstrap_pair_key",
                        "decode_tp_size",
                        "routed_dp_rank",
                        "data_parallel_rank",
                        "disagg_prefill_dp_rank",
                        "kv_transfer_params",
                        "ec_transfer_params");
        assertThat(ProtocolFields.isProtocolField("cache_salt")).isFalse();
        assertThat(ProtocolFields.isProtocolField("priority")).isFalse();
    }
}

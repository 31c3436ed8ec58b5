package dev.warmpath.router.disagg.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.disagg.HandOffGap;
import dev.warmpath.router.disagg.LegPlan;
import dev.warmpath.router.disagg.Seat;
import java.net.URI;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Fields: engines.md E.3 of the reference notes. */
class VllmMooncakeTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BODY = "{\"model\":\"m\",\"prompt\":\"a\",\"stream\":true,\"max_tokens\":500}";

    private final VllmMooncake protocol = new VllmMooncake();
    private final Seat prefill = Seats.of(Protocol.VLLM_MOONCAKE, Role.PREFILL, 2, 0, 1);
    private final Seat decode = Seats.of(Protocol.VLLM_MOONCAKE, Role.DECODE, 2, 0, 0);

    private JsonNode params(io.vertx.core.buffer.Buffer body) throws Exception {
        return JSON.readTree(body.getBytes()).get("kv_transfer_params");
    }

    @Test
    void bothLegsKnowTheTransferAndDecodeKnowsWhoHasIt() throws Exception {
        prefill.worker().transferNames().told(Map.of(0, "e_dp0", 1, "e_\"dp1"));

        LegPlan.Concurrent plan = protocol.plan(Requests.completion(BODY), prefill, decode);

        JsonNode offer = params(plan.prefill().body());
        JsonNode fetch = params(plan.decode().body());
        String id = offer.get("transfer_id").asText();
        assertThat(id).startsWith("xfer-");
        assertThat(offer)
                .isEqualTo(JSON.readTree(
                        "{\"do_remote_decode\":true,\"do_remote_prefill\":false,\"transfer_id\":\"" + id + "\"}"));
        assertThat(fetch)
                .isEqualTo(JSON.readTree("{\"do_remote_decode\":false,\"do_remote_prefill\":true,"
                        + "\"remote_bootstrap_addr\":\"http://10.0.0.1:8998\",\"remote_engine_id\":\"e_\\\"dp1\","
                        + "\"transfer_id\":\"" + id + "\"}"));
        assertThat(plan.prefill().headers()).containsEntry("x-data-parallel-rank", "1");
        assertThat(plan.decode().headers()).containsEntry("x-data-parallel-rank", "0");
    }

    @Test
    void prefillIsAskedForOneTokenAndDecodeForWhatTheClientWants() throws Exception {
        prefill.worker().transferNames().told(Map.of(1, "e"));

        LegPlan.Concurrent plan = protocol.plan(Requests.completion(BODY), prefill, decode);

        JsonNode first = JSON.readTree(plan.prefill().body().getBytes());
        assertThat(first.get("max_tokens").intValue()).isEqualTo(1);
        assertThat(first.get("stream").asBoolean(true)).isFalse();
        assertThat(plan.decode().body().toString())
                .startsWith(BODY.substring(0, BODY.length() - 1) + ",\"kv_transfer_params\":");
    }

    /** An engine keeps what it has computed under an id until it is fetched, so no id may come twice. */
    @Test
    void noTwoAttemptsShareATransfer() throws Exception {
        prefill.worker().transferNames().told(Map.of(1, "e"));
        Set<String> ids = new HashSet<>();

        for (int i = 0; i < 1_000; i++) {
            LegPlan.Concurrent plan = protocol.plan(Requests.completion(BODY), prefill, decode);
            ids.add(params(plan.prefill().body()).get("transfer_id").asText());
        }

        assertThat(ids).hasSize(1_000);
    }

    @Test
    void anAddressOfTheSixthVersionKeepsItsBrackets() throws Exception {
        Seat six = Seats.of(URI.create("http://[2001:db8::3]:8000"), Protocol.VLLM_MOONCAKE, Role.PREFILL, 1, 0, 0);
        six.worker().transferNames().told(Map.of(0, "e"));

        LegPlan.Concurrent plan = protocol.plan(Requests.completion(BODY), six, decode);

        assertThat(params(plan.decode().body()).get("remote_bootstrap_addr").asText())
                .isEqualTo("http://[2001:db8::3]:8998");
    }

    @Test
    void aRankWithoutANameIsAFaultOfTheChoice() {
        assertThatThrownBy(() -> protocol.plan(Requests.completion(BODY), prefill, decode))
                .hasMessageContaining("before its name was known");
    }

    /** Scenario 52. */
    @Test
    void whatIsFetchedOnceIsNotOfferedToSeveral() {
        assertThat(protocol.gap(Requests.completion("{\"model\":\"m\",\"prompt\":\"a\",\"n\":2}")))
                .isEqualTo(HandOffGap.SEVERAL_ANSWERS);
        assertThat(protocol.gap(Requests.completion("{\"model\":\"m\",\"prompt\":[\"a\",\"b\"]}")))
                .isEqualTo(HandOffGap.SEVERAL_PROMPTS);
        assertThat(protocol.gap(Requests.completion(BODY))).isNull();
    }
}

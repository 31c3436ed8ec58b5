package dev.warmpath.router.disagg.vllm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.disagg.HandOff;
import dev.warmpath.router.disagg.HandOffGap;
import dev.warmpath.router.disagg.LegPlan;
import dev.warmpath.router.disagg.Seat;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios 50 and 52 to 55. */
class VllmNixlTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String PARAMS = "{ \"do_remote_prefill\":true,\"remote_block_ids\":[[1, 2],[3]],"
            + "\"remote_engine_id\":\"e\\u0031_dp0\", \"remote_blocks_expiry_time\":1.50000000000000000001e3,"
            + "\"remote_request_id\":\"cmpl-x-0\",\"remote_port\":5600,\"big\":92233720368547758071,\"deep\":{\"a\":[null,true,{}]},\"remote_host\":\"\u00e9\" }";

    private final VllmNixl protocol = new VllmNixl();

    private LegPlan.Serial plan(String body) {
        return protocol.plan(
                Requests.completion(body),
                Seats.of(Protocol.VLLM_NIXL, Role.PREFILL, 1, 0, 0),
                Seats.of(Protocol.VLLM_NIXL, Role.DECODE, 1, 0, 0));
    }

    /** Scenario 53. */
    @Test
    void prefillIsAskedForOneTokenAndDecodeForWhatTheClientWants() throws Exception {
        String body = "{\"model\":\"m\",\"prompt\":\"a\",\"stream\":true,\"stream_options\":{\"include_usage\":true},"
                + " \"max_completion_tokens\":500,\"max_tokens\":500,\"min_tokens\":50,\"temperature\":1.0}";
        LegPlan.Serial plan = plan(body);

        JsonNode prefill = JSON.readTree(plan.prefill().body().getBytes());
        assertThat(prefill.get("stream").asBoolean(true)).isFalse();
        assertThat(prefill.has("stream_options")).isFalse();
        assertThat(prefill.has("min_tokens")).isFalse();
        assertThat(prefill.get("max_tokens").intValue()).isEqualTo(1);
        assertThat(prefill.get("max_completion_tokens").intValue()).isEqualTo(1);
        assertThat(prefill.get("temperature").asText()).isEqualTo("1.0");
        assertThat(prefill.get("kv_transfer_params"))
                .isEqualTo(JSON.readTree("{\"do_remote_decode\":true,\"do_remote_prefill\":false,"
                        + "\"remote_engine_id\":null,\"remote_block_ids\":null,\"remote_host\":null,"
                        + "\"remote_port\":null}"));
        assertThat(plan.decode().body().toString()).isEqualTo(body);
    }

    /** vLLM takes the lower number first, and what a client asks for itself does not count. */
    @Test
    void bothLegsAndTheOneAfterTheHandOffTellTheRoutersUrgency() throws Exception {
        Seat prefill = urgent(Seats.of(Protocol.VLLM_NIXL, Role.PREFILL, 1, 0, 0));
        Seat decode = urgent(Seats.of(Protocol.VLLM_NIXL, Role.DECODE, 1, 0, 0));
        LegPlan.Serial plan = protocol.plan(
                Requests.completion("{\"model\":\"m\",\"prompt\":\"a\",\"priority\":-100}"), prefill, decode);
        HandOff given = plan.handOff().read(Buffer.buffer("{\"kv_transfer_params\":" + PARAMS + "}"));

        assertThat(JSON.readTree(plan.prefill().body().getBytes())
                        .get("priority")
                        .intValue())
                .isEqualTo(-7);
        assertThat(JSON.readTree(plan.decode().body().getBytes())
                        .get("priority")
                        .intValue())
                .isEqualTo(-7);
        assertThat(JSON.readTree(((HandOff.Given) given).decodeBody().getBytes())
                        .get("priority")
                        .intValue())
                .isEqualTo(-7);
    }

    private static Seat urgent(Seat seat) {
        return new Seat(seat.worker(), seat.target(), 7);
    }

    /** Whatever makes the prompt makes the KV cache, so prefill must see it as decode does. */
    @Test
    void whatMakesThePromptStaysByteForByte() {
        String members = "\"model\":\"lora-1\", \"prompt\" : \"a\\u0062\", \"cache_salt\":\"s\","
                + " \"chat_template_kwargs\":{\"x\":1.0}, \"tools\":[ ], \"response_format\":{\"type\":\"text\"},"
                + " \"priority\":12345678901234567890";
        assertThat(plan("{" + members + "}").prefill().body().toString()).startsWith("{" + members + ",");
    }

    /** Scenario 54. */
    @ParameterizedTest
    @ValueSource(strings = {"", ",\"max_tokens\":null"})
    void absentMaxTokensStaysAbsentForDecode(String member) throws Exception {
        String body = "{\"model\":\"m\",\"prompt\":\"a\"" + member + "}";
        LegPlan.Serial plan = plan(body);

        JsonNode prefill = JSON.readTree(plan.prefill().body().getBytes());
        assertThat(prefill.get("max_tokens").intValue()).isEqualTo(1);
        assertThat(prefill.has("max_completion_tokens")).isFalse();
        assertThat(prefill.has("stream")).isFalse();
        assertThat(plan.decode().body().toString()).isEqualTo(body);
    }

    /** Scenario 55. */
    @Test
    void parametersReachDecodeByteForByte() {
        String body = "{\"model\":\"m\", \"prompt\":\"a\",\"max_tokens\":7 }";
        HandOff handOff = plan(body)
                .handOff()
                .read(Buffer.buffer("{\"id\":\"cmpl-1\",\"choices\":[{\"finish_reason\":\"length\",\"logprobs\":{}}],"
                        + "\"kv_transfer_params\": " + PARAMS + " ,\"usage\":{}}"));

        assertThat(handOff)
                .isEqualTo(new HandOff.Given(
                        Buffer.buffer("{\"model\":\"m\", \"prompt\":\"a\",\"max_tokens\":7,\"kv_transfer_params\":"
                                + PARAMS + " }")));
    }

    @Test
    void clientsOwnParametersReachNoLeg() throws Exception {
        LegPlan.Serial plan =
                plan("{\"model\":\"m\",\"prompt\":\"a\",\"kv_transfer_params\":{\"remote_host\":\"evil\"},"
                        + "\"request_id\":\"x\"}");

        assertThat(plan.prefill().body().toString()).doesNotContain("evil", "request_id");
        assertThat(plan.decode().body().toString()).isEqualTo("{\"model\":\"m\",\"prompt\":\"a\"}");
        assertThat(plan.handOff().read(Buffer.buffer("{\"kv_transfer_params\":" + PARAMS + "}")))
                .isEqualTo(new HandOff.Given(
                        Buffer.buffer("{\"model\":\"m\",\"prompt\":\"a\",\"kv_transfer_params\":" + PARAMS + "}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{}                                                              |ABSENT",
                "{\"choices\":[{\"finish_reason\":\"length\"}]}                  |ABSENT",
                "{\"nested\":{\"kv_transfer_params\":{\"a\":1}}}                 |ABSENT",
                "{\"kv_transfer_params\":null}                                   |NULL",
                "{\"kv_transfer_params\":{}}                                     |INCOMPLETE",
                "{\"kv_transfer_params\":[{\"a\":1}]}                            |UNUSABLE",
                "{\"kv_transfer_params\":\"{}\"}                                 |UNUSABLE",
                "{\"choices\":[{\"finish_reason\":\"stop\"}],\"kv_transfer_params\":null}|STOPPED",
                "{\"choices\":[1,[{}],{\"finish_reason\":\"stop\"}]}             |STOPPED",
                "{\"kv_transfer_params\":null,\"choices\":[{\"finish_reason\":\"stop\"}]}|STOPPED"
            })
    void missingParametersHaveAName(String answer, HandOffGap gap) {
        assertThat(plan("{\"model\":\"m\",\"prompt\":\"a\"}").handOff().read(Buffer.buffer(answer)))
                .isEqualTo(new HandOff.Missing(gap));
    }

    /** A released engine dies of the first two and hangs on the third; with no parameters at all it computes the prompt. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "remote_request_id",
                "remote_host",
                "remote_engine_id",
                "remote_port",
                "remote_block_ids",
                "do_remote_prefill"
            })
    void incompleteParametersAreKeptFromDecode(String member) {
        String without = PARAMS.replace('"' + member + '"', '"' + "x" + '"');
        String isNull = PARAMS.replace('"' + member + "\":", "\"" + member + "\":null,\"x\":");
        for (String params : List.of(without, isNull)) {
            assertThat(plan("{\"model\":\"m\",\"prompt\":\"a\"}")
                            .handOff()
                            .read(Buffer.buffer("{\"kv_transfer_params\":" + params + "}")))
                    .isEqualTo(new HandOff.Missing(HandOffGap.INCOMPLETE));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "<html>",
                "{\"kv_transfer_params\":{\"a\":1}",
                "{\"kv_transfer_params\":{\"a\":1",
                "{\"kv_transfer_params\":{\"a\":NaN}}",
                "{} {}",
                "{\"kv_transfer_params\":{\"a\":1}}x",
                "data: {\"kv_transfer_params\":{\"a\":1}}\n\n"
            })
    void answersThatAreNoJsonObjectAreUnreadable(String answer) {
        assertThat(plan("{\"model\":\"m\",\"prompt\":\"a\"}").handOff().read(Buffer.buffer(answer)))
                .isInstanceOf(HandOff.Unreadable.class);
    }

    /** Scenario 50, and one header for each leg's own rank. */
    @Test
    void eachLegIsToldItsOwnRank() {
        LegPlan.Serial plan = protocol.plan(
                Requests.completion("{\"model\":\"m\",\"prompt\":\"a\"}"),
                Seats.of(Protocol.VLLM_NIXL, Role.PREFILL, 4, 4, 6),
                Seats.of(Protocol.VLLM_NIXL, Role.DECODE, 2, 0, 1));

        assertThat(plan.prefill().headers()).containsEntry("x-data-parallel-rank", "6");
        assertThat(plan.decode().headers()).containsEntry("x-data-parallel-rank", "1");
        assertThat(plan.decode().body().toString()).doesNotContain("rank");
    }

    /** Scenario 52: what could be handed over wrongly is not handed over. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"model\":\"m\",\"prompt\":\"a\"}               |",
                "{\"model\":\"m\",\"prompt\":[\"a\"]}             |",
                "{\"model\":\"m\",\"prompt\":[1,2,3,4],\"n\":1}   |",
                "{\"model\":\"m\",\"prompt\":\"a\",\"n\":2}       |SEVERAL_ANSWERS",
                "{\"model\":\"m\",\"prompt\":[\"a\",\"b\"]}       |SEVERAL_PROMPTS",
                "{\"model\":\"m\",\"prompt\":[[1],[2]]}           |SEVERAL_PROMPTS"
            })
    void onlyOnePromptWithOneAnswerIsHandedOver(String body, HandOffGap gap) {
        assertThat(protocol.gap(Requests.completion(body))).isEqualTo(gap);
    }
}

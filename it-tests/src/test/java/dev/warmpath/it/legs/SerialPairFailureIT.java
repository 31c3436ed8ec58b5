package dev.warmpath.it.legs;

import static dev.warmpath.it.legs.LegFixture.closedSoon;
import static dev.warmpath.it.legs.LegFixture.receivedOne;
import static dev.warmpath.it.legs.LegScripts.EVENT;
import static dev.warmpath.it.legs.LegScripts.TRANSFER_PARAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The failure table (docs/api.md) for two legs of which the second follows from the first one's answer. Each test ends
 * with every gauge at exactly zero.
 */
@Timeout(30)
class SerialPairFailureIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final LegFixture fleet = new LegFixture();

    @BeforeEach
    void speak() {
        fleet.speaking(Protocol.VLLM_NIXL);
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    /** Scenario 55: to the byte, and under one request id. */
    @Test
    void whatPrefillHandsOverReachesDecodeAsItCame() throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::handsOver);
        ScriptedWorker decode = fleet.decode(LegScripts::good);

        assertThat(fleet.complete(false).body()).isEqualTo("{\"ok\":true}");

        ScriptedWorker.Received second = decode.received().get(0);
        assertThat(second.body().toString())
                .startsWith(LegFixture.body(false)
                        .substring(0, LegFixture.body(false).length() - 1))
                .endsWith(",\"kv_transfer_params\":" + TRANSFER_PARAMS + "}");
        assertThat(second.request().getHeader("x-request-id"))
                .isEqualTo(prefill.received().get(0).request().getHeader("x-request-id"));
        fleet.returnsToZero();
    }

    /** Scenarios 44 and 45: decode is not even asked. */
    @ParameterizedTest
    @CsvSource({"400,true", "400,false", "413,false", "422,true", "429,false"})
    void prefillRefusalReachesTheClient(int status, boolean stream) throws Exception {
        String error = "{\"error\":{\"message\":\"too long\"}}";
        fleet.prefill(LegScripts.refuses(status, error));
        ScriptedWorker decode = fleet.decode(LegScripts::silent);

        HttpResponse<String> answer = fleet.complete(stream);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(error);
        assertThat(answer.headers().firstValue("retry-after")).contains("7");
        assertThat(decode.received()).isEmpty();
        fleet.returnsToZero();
    }

    @Test
    void prefillErrorIsRetriedOnAnotherPairUnderAnotherId() throws Exception {
        CompletableFuture<Void> failed = new CompletableFuture<>();
        Consumer<ScriptedWorker.Received> failsOnce = leg -> {
            if (failed.complete(null)) {
                leg.answer(500, "application/json", "{}");
            } else {
                LegScripts.handsOver(leg);
            }
        };
        ScriptedWorker first = fleet.prefill(failsOnce);
        ScriptedWorker second = fleet.prefill(failsOnce);
        ScriptedWorker decode = fleet.decode(LegScripts::good);

        assertThat(fleet.complete(false).statusCode()).isEqualTo(200);

        assertThat(first.received()).hasSize(1);
        assertThat(second.received()).hasSize(1);
        assertThat(decode.received()).hasSize(1);
        assertThat(id(first)).isNotEqualTo(id(second));
        fleet.returnsToZero();
    }

    private static String id(ScriptedWorker worker) {
        return worker.received().get(0).request().getHeader("x-request-id");
    }

    /** Scenario 46: what the first prefill computed is lost, so the next pair begins anew. */
    @Test
    void refusingDecodeWorkerIsReplacedByAHealthyOne() throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::handsOver);
        fleet.refusing(Role.DECODE);
        ScriptedWorker decode = fleet.decode(LegScripts::good);

        for (int i = 0; i < 6; i++) {
            assertThat(fleet.complete(false).statusCode()).isEqualTo(200);
        }

        assertThat(decode.received()).hasSize(6);
        assertThat(prefill.received()).hasSizeGreaterThan(6);
        assertThat(prefill.received().stream()
                        .map(leg -> leg.request().getHeader("x-request-id"))
                        .distinct())
                .hasSameSizeAs(prefill.received());
        fleet.returnsToZero();
    }

    /** That decode was never asked does not undo what prefill engines have computed. */
    @Test
    void triesWhosePrefillWasDoneAreCountedThoughNoDecodeWorkerIsReached() throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::handsOver);
        for (int i = 0; i < 5; i++) {
            fleet.refusing(Role.DECODE);
        }

        assertThat(fleet.complete(false).statusCode()).isEqualTo(502);

        assertThat(prefill.received())
                .as("the first try and upstream.retries more")
                .hasSize(1 + UpstreamSettings.defaults().retries());
        fleet.returnsToZero();
    }

    /** Scenario 69. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void decodeRefusalIsPassedThroughByteForByte(boolean stream) throws Exception {
        String error = "{ \"error\" : {\"message\":\"\\u00fc no\",  \"code\":1.0} }";
        fleet.prefill(LegScripts::handsOver);
        fleet.decode(leg -> leg.answer(400, "application/json", error));

        HttpResponse<String> answer = fleet.complete(stream);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo(error);
        fleet.returnsToZero();
    }

    /** Scenarios 63 and 64. */
    @Test
    void decodeThatDiesInsideAStreamIsToldAndNotRetried() throws Exception {
        fleet.prefill(LegScripts::handsOver);
        ScriptedWorker one = fleet.decode(LegScripts.diesAfter(EVENT));
        ScriptedWorker other = fleet.decode(LegScripts.diesAfter(EVENT));

        RawClient raw = fleet.raw(true);
        String answer = raw.readToEnd();

        assertThat(answer).contains(EVENT).contains("data: {\"error\":").doesNotContain("[DONE]");
        assertThat(one.received().size() + other.received().size()).isEqualTo(1);
        fleet.returnsToZero();
    }

    /** Scenario 61: while prefill computes, decode has not been sent and never is. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clientThatLeavesDuringPrefillClosesItAndSparesDecode(boolean stream) throws Exception {
        CompletableFuture<ScriptedWorker.Received> held = new CompletableFuture<>();
        ScriptedWorker prefill = fleet.prefill(held::complete);
        ScriptedWorker decode = fleet.decode(LegScripts::good);

        RawClient raw = fleet.raw(stream);
        receivedOne(prefill);
        raw.close();

        closedSoon(held.join());
        fleet.returnsToZero();
        assertThat(decode.received()).isEmpty();
        assertThat(fleet.scrape()).contains("reason=\"client_left\"").doesNotContain("warmpath_leg_errors_total{");
    }

    @Test
    void clientThatLeavesBeforeDecodeAnswersClosesDecode() throws Exception {
        fleet.prefill(LegScripts::handsOver);
        ScriptedWorker decode = fleet.decode(LegScripts::silent);

        RawClient raw = fleet.raw(true);
        receivedOne(decode);
        raw.close();

        closedSoon(decode.received().get(0));
        fleet.returnsToZero();
    }

    @Test
    void clientThatLeavesInsideTheStreamClosesDecode() throws Exception {
        fleet.prefill(LegScripts::handsOver);
        ScriptedWorker decode = fleet.decode(leg -> leg.events(EVENT));

        RawClient raw = fleet.raw(true);
        raw.readUntil(EVENT);
        raw.close();

        closedSoon(decode.received().get(0));
        fleet.returnsToZero();
    }

    /** Scenario 56. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void missingRoleIsAnsweredAtOnceAndTheOtherRoleSeesNothing(boolean prefillThere) throws Exception {
        ScriptedWorker there = prefillThere ? fleet.prefill(LegScripts::handsOver) : fleet.decode(LegScripts::good);

        HttpResponse<String> answer = fleet.complete(false);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("retry-after")).isPresent();
        assertThat(JSON.readTree(answer.body()).at("/error/message").asText())
                .contains(prefillThere ? "decode" : "prefill");
        assertThat(there.received()).isEmpty();
        fleet.returnsToZero();
    }

    /** Either leg may hang; the request's own clock ends both. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void silentLegEndsWithTheRequestTimeout(boolean ofPrefill) throws Exception {
        fleet.requestTimeout(Duration.ofMillis(500));
        ScriptedWorker prefill = fleet.prefill(ofPrefill ? LegScripts::silent : LegScripts::handsOver);
        ScriptedWorker decode = fleet.decode(LegScripts::silent);

        HttpResponse<String> answer = fleet.complete(true);

        assertThat(answer.statusCode()).isEqualTo(504);
        closedSoon((ofPrefill ? prefill : decode).received().get(0));
        fleet.returnsToZero();
    }

    /** Scenario 55, the variant: decode computes the prompt itself, which is right and slow, and is counted. */
    @ParameterizedTest
    @CsvSource({
        "absent,'{\"choices\":[]}'",
        "null,'{\"kv_transfer_params\":null}'",
        "unusable,'{\"kv_transfer_params\":[1]}'",
        "incomplete,'{\"kv_transfer_params\":{\"do_remote_prefill\":true,\"remote_host\":\"h\"}}'"
    })
    void prefillThatHandsNothingOverIsCounted(String reason, String prefillAnswer) throws Exception {
        fleet.prefill(leg -> leg.answer(200, "application/json", prefillAnswer));
        ScriptedWorker decode = fleet.decode(LegScripts::good);

        assertThat(fleet.complete(false).statusCode()).isEqualTo(200);

        JsonNode asked = JSON.readTree(decode.received().get(0).body().getBytes());
        assertThat(asked.has("kv_transfer_params")).isFalse();
        assertThat(fleet.scrape())
                .containsPattern("warmpath_hand_offs_missing_total\\{[^}]*outcome=\"recomputed\"[^}]*reason=\"" + reason
                        + "\"[^}]*\\} 1");
        fleet.returnsToZero();
    }

    /** No decode leg can follow from what is not the JSON of an engine; another pair is tried, and there is none. */
    @ParameterizedTest
    @ValueSource(strings = {"", "x", "[]", "{\"kv_transfer_params\":{", "{} {}"})
    void prefillThatAnswersGarbageFailsTheRequestByName(String garbage) throws Exception {
        fleet.prefill(leg -> leg.answer(200, "application/json", garbage));
        ScriptedWorker decode = fleet.decode(LegScripts::good);

        HttpResponse<String> answer = fleet.complete(true);

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(JSON.readTree(answer.body()).at("/error/message").asText()).contains("prefill", "malformed");
        assertThat(decode.received()).isEmpty();
        fleet.returnsToZero();
    }

    /** Scenario 57: an answer that would fill the memory is given up, not read. */
    @Test
    void prefillAnswerBeyondItsBoundIsAFaultOfPrefill() throws Exception {
        String large = "{\"logprobs\":\"" + "x".repeat(17 << 20) + "\"}";
        ScriptedWorker prefill = fleet.prefill(leg -> leg.answer(200, "application/json", large));
        ScriptedWorker decode = fleet.decode(LegScripts::good);

        assertThat(fleet.complete(false).statusCode()).isEqualTo(502);

        assertThat(decode.received()).isEmpty();
        prefill.received().forEach(LegFixture::closedSoon);
        fleet.returnsToZero();
    }

    /** Scenario 43: prefill's load goes when its answer is whole. */
    @Test
    void prefillLoadGoesBeforeDecodeEnds() throws Exception {
        fleet.prefill(LegScripts::handsOver);
        CompletableFuture<ScriptedWorker.Received> held = new CompletableFuture<>();
        fleet.decode(leg -> {
            leg.events(EVENT);
            held.complete(leg);
        });

        RawClient raw = fleet.raw(true);
        raw.readUntil(EVENT);

        assertThat(fleet.requests(Role.PREFILL)).isZero();
        assertThat(fleet.requests(Role.DECODE)).isEqualTo(1);
        held.join().response().end("data: [DONE]\n\n");
        assertThat(raw.readToEnd()).endsWith("0\r\n\r\n");
        fleet.returnsToZero();
    }

    /** Engines close idle connections; where there is no other pair, the same one is tried once more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectionCutBeforeTheAnswerIsTriedOnceMoreOnTheOnlyPair(boolean ofPrefill) throws Exception {
        ScriptedWorker prefill =
                fleet.prefill(ofPrefill ? LegScripts.cutsOnce(LegScripts::handsOver) : LegScripts::handsOver);
        ScriptedWorker decode = fleet.decode(ofPrefill ? LegScripts::good : LegScripts.cutsOnce(LegScripts::good));

        assertThat(fleet.complete(false).statusCode()).isEqualTo(200);

        assertThat(prefill.received()).hasSize(2);
        assertThat(decode.received()).hasSize(ofPrefill ? 1 : 2);
        fleet.returnsToZero();
    }

    @Test
    void errorEventThatBeginsTheDecodeStreamIsAFailureOfDecode() throws Exception {
        fleet.prefill(LegScripts::handsOver);
        fleet.decode(leg -> leg.events("data: {\"error\":{\"message\":\"KV load failed\",\"code\":500}}\n\n")
                .end("data: [DONE]\n\n"));

        HttpResponse<String> answer = fleet.complete(true);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("KV load failed");
        fleet.returnsToZero();
    }
}

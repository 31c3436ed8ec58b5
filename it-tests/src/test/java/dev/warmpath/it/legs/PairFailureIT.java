package dev.warmpath.it.legs;

import static dev.warmpath.it.legs.LegFixture.closedSoon;
import static dev.warmpath.it.legs.LegFixture.receivedOne;
import static dev.warmpath.it.legs.LegScripts.EVENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The failure table (docs/api.md) for two concurrent legs. Each test ends with every gauge at exactly zero. */
@ParameterizedClass
@EnumSource(
        value = Protocol.class,
        names = {"SGLANG_BOOTSTRAP", "VLLM_MOONCAKE"})
@Timeout(30)
class PairFailureIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Parameter
    private Protocol protocol = Protocol.NONE;

    private final LegFixture fleet = new LegFixture();

    @BeforeEach
    void speak() {
        fleet.speaking(protocol);
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    /** Scenarios 44 and 45. */
    @ParameterizedTest
    @CsvSource({"400,true", "400,false", "413,false", "422,true", "429,false"})
    void prefillRefusalReachesTheClientAndClosesTheDecodeLeg(int status, boolean stream) throws Exception {
        String error = "{\"error\":{\"message\":\"too long\"}}";
        fleet.prefill(LegScripts.refuses(status, error));
        ScriptedWorker decode = fleet.decode(LegScripts::silent);

        HttpResponse<String> answer = fleet.complete(stream);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(error);
        assertThat(answer.headers().firstValue("retry-after")).contains("7");
        if (!decode.received().isEmpty()) {
            closedSoon(decode.received().get(0));
        }
        fleet.returnsToZero();
    }

    /** Scenario 45: a 5xx may be tried elsewhere, and is told when there is nowhere else; never a 200. */
    @Test
    void prefillErrorWithoutAnotherPairIsPassedOn() throws Exception {
        fleet.prefill(leg -> leg.answer(503, "application/json", "{\"error\":\"queue is full\"}"));
        ScriptedWorker decode = fleet.decode(LegScripts::silent);

        HttpResponse<String> answer = fleet.complete(true);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("{\"error\":\"queue is full\"}");
        decode.received().forEach(LegFixture::closedSoon);
        fleet.returnsToZero();
    }

    @Test
    void prefillErrorIsRetriedOnAnotherPairWithANewRoom() throws Exception {
        CompletableFuture<String> failedRoom = new CompletableFuture<>();
        Consumer<ScriptedWorker.Received> failsOnce = leg -> {
            if (failedRoom.complete(room(leg))) {
                leg.answer(500, "application/json", "{}");
            } else {
                LegScripts.good(leg);
            }
        };
        ScriptedWorker first = fleet.prefill(failsOnce);
        ScriptedWorker second = fleet.prefill(failsOnce);
        // As the real thing: decode answers only in a room where prefill has not failed.
        fleet.decode(leg -> {
            if (failedRoom.isDone() && !failedRoom.join().equals(room(leg))) {
                LegScripts.good(leg);
            }
        });

        HttpResponse<String> answer = fleet.complete(false);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(first.received()).hasSize(1);
        assertThat(second.received()).hasSize(1);
        assertThat(room(first.received().get(0)))
                .isNotEqualTo(room(second.received().get(0)));
        fleet.returnsToZero();
    }

    /** Scenario 46. */
    @Test
    void refusingDecodeWorkerClosesThePrefillLegAndAnotherPairIsTried() throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::silent);
        fleet.refusing(Role.DECODE);
        fleet.refusing(Role.DECODE);

        HttpResponse<String> answer = fleet.complete(true);

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(JSON.readTree(answer.body()).at("/error/code").asText()).isEqualTo("worker_failed");
        prefill.received().forEach(LegFixture::closedSoon);
        assertThat(prefill.received().stream().map(PairFailureIT::room).distinct())
                .hasSameSizeAs(prefill.received());
        fleet.returnsToZero();
    }

    /** Scenario 46, with a healthy decode worker left. */
    @Test
    void healthyDecodeWorkerServesAfterARefusal() throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::good);
        fleet.refusing(Role.DECODE);
        ScriptedWorker decode = fleet.decode(LegScripts::good);

        for (int i = 0; i < 6; i++) {
            assertThat(fleet.complete(false).statusCode()).isEqualTo(200);
        }

        assertThat(decode.received()).hasSize(6);
        assertThat(prefill.received()).hasSize(6);
        fleet.returnsToZero();
    }

    /** Scenario 80 (b): dead workers cost no client an error while another can serve, however many they are. */
    @Test
    void deadWorkersDoNotUseUpTheRetries() throws Exception {
        for (int i = 0; i < 5; i++) {
            fleet.refusing(Role.PREFILL);
        }
        // As the real thing: decode answers once prefill of the same room has been reached, whichever is first.
        Map<String, Promise<Void>> rooms = new ConcurrentHashMap<>();
        fleet.prefill(leg -> {
            LegScripts.good(leg);
            rooms.computeIfAbsent(room(leg), any -> Promise.promise()).tryComplete();
        });
        fleet.decode(leg -> rooms.computeIfAbsent(room(leg), any -> Promise.promise())
                .future()
                .onSuccess(met -> LegScripts.good(leg)));

        assertThat(fleet.complete(false).statusCode()).isEqualTo(200);
        fleet.returnsToZero();
    }

    /** Scenario 80 (b): nor do they make engines work in vain. */
    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"PREFILL", "DECODE"})
    void noEngineGetsALegWhoseOtherFindsNoConnection(Role dead) throws Exception {
        for (int i = 0; i < 5; i++) {
            fleet.refusing(dead);
        }
        ScriptedWorker other =
                dead == Role.PREFILL ? fleet.decode(LegScripts::silent) : fleet.prefill(LegScripts::silent);

        // A dead prefill worker has no transfer names to tell, and is no part of a pair that needs them.
        assertThat(fleet.complete(false).statusCode())
                .isEqualTo(dead == Role.PREFILL && protocol == Protocol.VLLM_MOONCAKE ? 503 : 502);

        assertThat(other.received()).isEmpty();
        fleet.returnsToZero();
    }

    /** Scenario 69. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void decodeRefusalIsPassedThroughByteForByte(boolean stream) throws Exception {
        String error = "{ \"error\" : {\"message\":\"\\u00fc no\",  \"code\":1.0} }";
        ScriptedWorker prefill = fleet.prefill(LegScripts::silent);
        fleet.decode(leg -> leg.answer(400, "application/json", error));

        HttpResponse<String> answer = fleet.complete(stream);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo(error);
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
        assertThat(answer.headers().firstValueAsLong("content-length")).hasValue(error.length());
        prefill.received().forEach(LegFixture::closedSoon);
        fleet.returnsToZero();
    }

    /** Scenarios 63 and 64. */
    @Test
    void decodeThatDiesInsideAStreamIsToldAndNotRetried() throws Exception {
        fleet.prefill(LegScripts::good);
        ScriptedWorker decode = fleet.decode(LegScripts.diesAfter(EVENT + EVENT + EVENT));
        ScriptedWorker spare = fleet.decode(LegScripts.diesAfter(EVENT + EVENT + EVENT));

        RawClient raw = fleet.raw(true);
        String answer = raw.readToEnd();

        assertThat(answer).contains(EVENT).contains("data: {\"error\":").doesNotContain("[DONE]");
        assertThat(answer.indexOf("data: {\"error\":")).isGreaterThan(answer.lastIndexOf("\"half\""));
        assertThat(answer).as("no last chunk: the transfer is aborted").doesNotEndWith("0\r\n\r\n");
        assertThat(decode.received().size() + spare.received().size()).isEqualTo(1);
        fleet.returnsToZero();
    }

    /** Scenario 61: before the first byte. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clientThatLeavesBeforeTheFirstByteClosesBothLegs(boolean stream) throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::silent);
        ScriptedWorker decode = fleet.decode(LegScripts::silent);

        RawClient raw = fleet.raw(stream);
        receivedOne(prefill);
        receivedOne(decode);
        raw.close();

        closedSoon(prefill.received().get(0));
        closedSoon(decode.received().get(0));
        fleet.returnsToZero();
        assertThat(prefill.received()).hasSize(1);
        assertThat(decode.received()).hasSize(1);
    }

    @Test
    void clientThatLeavesInsideTheStreamClosesBothLegs() throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::silent);
        ScriptedWorker decode = fleet.decode(leg -> leg.events(EVENT));

        RawClient raw = fleet.raw(true);
        raw.readUntil(EVENT);
        raw.close();

        closedSoon(prefill.received().get(0));
        closedSoon(decode.received().get(0));
        fleet.returnsToZero();
    }

    /** Scenarios 56 and 89 c: where a role is missing nobody is served as if there were none. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void missingRoleIsAnsweredAtOnceAndTheOtherRoleSeesNothing(boolean prefillThere) throws Exception {
        ScriptedWorker there = prefillThere ? fleet.prefill(LegScripts::good) : fleet.decode(LegScripts::good);

        HttpResponse<String> answer = fleet.complete(false);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("retry-after")).isPresent();
        assertThat(JSON.readTree(answer.body()).at("/error/message").asText())
                .contains(prefillThere ? "decode" : "prefill");
        assertThat(there.received()).isEmpty();
        assertThat(ready()).isEqualTo(503);
        fleet.returnsToZero();
    }

    private int ready() throws IOException, InterruptedException {
        return fleet.client
                .send(
                        java.net.http.HttpRequest.newBuilder(java.net.URI.create(
                                        "http://127.0.0.1:" + fleet.router().port() + "/ready"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    /** SGLang commits 200 and then reports a failed transfer as the stream's first event. */
    @Test
    void errorEventThatBeginsTheDecodeStreamIsAFailureOfDecode() throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::silent);
        fleet.decode(leg -> leg.events("data: {\"error\":{\"message\":\"Decode transfer failed\",\"code\":500}}\n\n")
                .end("data: [DONE]\n\n"));

        HttpResponse<String> answer = fleet.complete(true);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("Decode transfer failed");
        prefill.received().forEach(LegFixture::closedSoon);
        fleet.returnsToZero();
    }

    @Test
    void errorEventInsideTheDecodeStreamPassesAndIsNotCountedAsSuccess() throws Exception {
        fleet.prefill(LegScripts::good);
        CompletableFuture<ScriptedWorker.Received> held = new CompletableFuture<>();
        fleet.decode(leg -> {
            leg.events(EVENT);
            held.complete(leg);
        });

        RawClient raw = fleet.raw(true);
        raw.readUntil(EVENT);
        String error = "data: {\"error\": {\"message\":\"x\",\"code\":500}}\n\n";
        held.join().response().end(error + "data: [DONE]\n\n");

        assertThat(raw.readToEnd()).contains(error).contains("data: [DONE]");
        fleet.returnsToZero();
        assertThat(fleet.scrape()).contains("reason=\"error_event\"").doesNotContain("reason=\"ok\"");
    }

    /** What clients do is not charged to workers. */
    @Test
    void clientThatLeavesBetweenHeadAndFirstByteIsNoWorkersFault() throws Exception {
        fleet.prefill(LegScripts::good);
        ScriptedWorker decode = fleet.decode(leg -> {
            leg.response().setChunked(true).putHeader("content-type", "text/event-stream");
            leg.response().writeHead();
        });

        RawClient raw = fleet.raw(true);
        receivedOne(decode);
        raw.close();

        closedSoon(decode.received().get(0));
        fleet.returnsToZero();
        assertThat(fleet.scrape()).contains("reason=\"client_left\"").doesNotContain("warmpath_leg_errors_total{");
    }

    /** A wrong api_key of ours is not the client's fault, and another worker may have the right one. */
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void workerThatRefusesTheRoutersCredentialsIsNotPassedOn(int status) throws Exception {
        fleet.prefill(leg -> leg.answer(status, "application/json", "{\"error\":\"Unauthorized\"}"));
        fleet.decode(LegScripts::silent);

        HttpResponse<String> answer = fleet.complete(false);

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).contains("credentials");
        fleet.returnsToZero();
    }

    /** Engines close idle connections; where there is no other pair, the same one is tried once more. */
    @Test
    void connectionCutBeforeTheAnswerIsTriedOnceMoreOnTheOnlyPair() throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::good);
        ScriptedWorker decode = fleet.decode(LegScripts.cutsOnce(LegScripts::good));

        assertThat(fleet.complete(false).statusCode()).isEqualTo(200);
        assertThat(decode.received()).hasSize(2);
        assertThat(room(decode.received().get(0)))
                .isNotEqualTo(room(decode.received().get(1)));
        assertThat(prefill.received()).isNotEmpty();
        fleet.returnsToZero();
    }

    @Test
    void errorEventInsideThePrefillStreamIsAFailureOfPrefill() throws Exception {
        fleet.prefill(leg -> leg.events(
                        "data: {\"error\":{\"message\":\"Prefill bootstrap failed\",\"code\":500}}\n\ndata: [DONE]\n\n")
                .end());
        ScriptedWorker decode = fleet.decode(LegScripts::silent);

        HttpResponse<String> answer = fleet.complete(true);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("Prefill bootstrap failed");
        decode.received().forEach(LegFixture::closedSoon);
        fleet.returnsToZero();
    }

    /** The row "prefill 5xx" after bytes were sent: the answer cannot be taken back, so it is ended with an error. */
    @Test
    void prefillErrorInsideAStreamEndsItWithAnErrorEvent() throws Exception {
        CompletableFuture<ScriptedWorker.Received> held = new CompletableFuture<>();
        fleet.prefill(held::complete);
        ScriptedWorker decode = fleet.decode(leg -> leg.events(EVENT));

        RawClient raw = fleet.raw(true);
        raw.readUntil(EVENT);
        held.join().answer(500, "application/json", "{}");

        String rest = raw.readToEnd();
        assertThat(rest).contains("data: {\"error\":").doesNotContain("[DONE]");
        closedSoon(decode.received().get(0));
        fleet.returnsToZero();
    }

    @Test
    void silentPairEndsWithTheRequestTimeout() throws Exception {
        fleet.requestTimeout(Duration.ofMillis(500));
        ScriptedWorker prefill = fleet.prefill(LegScripts::silent);
        ScriptedWorker decode = fleet.decode(LegScripts::silent);

        HttpResponse<String> answer = fleet.complete(true);

        assertThat(answer.statusCode()).isEqualTo(504);
        closedSoon(prefill.received().get(0));
        closedSoon(decode.received().get(0));
        fleet.returnsToZero();
    }

    /** Scenario 57: what prefill says is read to its end, however long, and holds nothing. */
    @Test
    void largePrefillAnswersAreDrained() throws Exception {
        String large = "{\"logprobs\":\"" + "x".repeat(5 << 20) + "\"}";
        ScriptedWorker prefill = fleet.prefill(leg -> leg.answer(200, "application/json", large));
        fleet.decode(LegScripts::good);

        for (int i = 0; i < 20; i++) {
            assertThat(fleet.complete(false).statusCode()).isEqualTo(200);
        }

        fleet.returnsToZero();
        assertThat(prefill.received().stream()
                        .map(leg -> leg.request().connection())
                        .distinct()
                        .count())
                .as("connections are used again")
                .isLessThan(20);
    }

    /** Scenario 43. */
    @Test
    void prefillLoadGoesWhenPrefillCompletesAndNotWhenDecodeEnds() throws Exception {
        fleet.prefill(LegScripts::good);
        CompletableFuture<ScriptedWorker.Received> held = new CompletableFuture<>();
        fleet.decode(leg -> {
            leg.events(EVENT);
            held.complete(leg);
        });

        RawClient raw = fleet.raw(true);
        raw.readUntil(EVENT);

        org.awaitility.Awaitility.await().atMost(LegFixture.SOON).untilAsserted(() -> {
            assertThat(fleet.requests(Role.PREFILL)).isZero();
            assertThat(fleet.requests(Role.DECODE)).isEqualTo(1);
        });
        held.join().response().end("data: [DONE]\n\n");
        assertThat(raw.readToEnd()).endsWith("0\r\n\r\n");
        fleet.returnsToZero();
    }

    /** Under what the two legs of an attempt meet at the engines. */
    private static String room(ScriptedWorker.Received leg) {
        try {
            JsonNode body = JSON.readTree(leg.body().getBytes());
            JsonNode transfer = body.path("kv_transfer_params").path("transfer_id");
            return transfer.isMissingNode() ? body.get("bootstrap_room").asText() : transfer.asText();
        } catch (IOException broken) {
            throw new java.io.UncheckedIOException(broken);
        }
    }
}

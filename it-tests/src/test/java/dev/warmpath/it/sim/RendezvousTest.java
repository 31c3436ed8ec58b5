package dev.warmpath.it.sim;

import static dev.warmpath.it.sim.SimClient.completion;
import static dev.warmpath.it.sim.SimClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.http.ReceivedRequest.Outcome;
import dev.warmpath.it.sim.pd.PdOptions;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The legs of SGLang's disaggregated requests meet in a room, or wait in vain. */
class RendezvousTest {

    private static final String COMPLETIONS = "/v1/completions";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SimClient client = new SimClient();
    private SimFleet fleet = fleet(PATIENCE);
    private SimEngine prefill = fleet.prefills().get(0);
    private SimEngine decode = fleet.decodes().get(0);

    private static SimFleet fleet(Duration timeout) {
        return SimFleet.disaggregated(
                Engine.SGLANG,
                1,
                4,
                1,
                2,
                builder -> builder.speed(0).pd(PdOptions.defaults().withTimeouts(timeout)));
    }

    private void legsWaitOnly(Duration timeout) {
        fleet.close();
        fleet = fleet(timeout);
        prefill = fleet.prefills().get(0);
        decode = fleet.decodes().get(0);
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private String[] room(long room, String... more) {
        List<String> fields = new ArrayList<>(List.of(more));
        fields.add("\"bootstrap_host\":\"127.0.0.1\"");
        fields.add("\"bootstrap_port\":" + prefill.ports().bootstrap());
        fields.add("\"bootstrap_room\":" + room);
        return fields.toArray(String[]::new);
    }

    private CompletableFuture<HttpResponse<String>> send(SimEngine engine, String... fields) {
        return client.send(engine, COMPLETIONS, completion(1, 64, 8, fields));
    }

    @Test
    void prefillAnswersOneTokenAndDecodeTheWholeAnswer() {
        CompletableFuture<HttpResponse<String>> first = send(prefill, room(7));
        await().until(() -> prefill.openMeetings() == 1);
        assertThat(first).isNotDone();

        JsonNode whole = json(send(decode, room(7)).join());
        JsonNode one = json(first.join());

        assertThat(one.at("/usage/completion_tokens").asInt()).isEqualTo(1);
        assertThat(whole.at("/usage/completion_tokens").asInt()).isEqualTo(8);
        assertThat(whole.at("/choices/0/text").asText())
                .startsWith(one.at("/choices/0/text").asText());
        assertThat(prefill.openMeetings()).isZero();
    }

    @Test
    void decodeMayComeFirst() {
        CompletableFuture<HttpResponse<String>> whole = send(decode, room(7));
        await().until(() -> prefill.openMeetings() == 1);

        send(prefill, room(7)).join();

        assertThat(whole.join().statusCode()).isEqualTo(200);
    }

    @Test
    void withoutARankTheRoomSaysWhichPrefillRankRuns() {
        CompletableFuture<HttpResponse<String>> whole = send(decode, room(4_611_686_018_427_387_906L));
        send(prefill, room(4_611_686_018_427_387_906L)).join();
        whole.join();

        assertThat(prefill.rank(2).truth().device()).hasSize(4);
    }

    @Test
    void prefillReportsItsOwnCache() {
        for (int cached : new int[] {0, 48}) {
            CompletableFuture<HttpResponse<String>> whole = send(decode, room(7));
            JsonNode one = json(send(prefill, room(7)).join());
            whole.join();

            assertThat(one.at("/usage/prompt_tokens_details/cached_tokens").asInt())
                    .isEqualTo(cached);
        }
        assertThat(decode.ranks())
                .allSatisfy(rank -> assertThat(rank.truth().device()).isEmpty());
    }

    @Test
    void legsThatDisagreeAboutTheRankNeverMeet() {
        legsWaitOnly(Duration.ofMillis(300));

        CompletableFuture<HttpResponse<String>> one = send(prefill, room(7, "\"routed_dp_rank\":1"));
        CompletableFuture<HttpResponse<String>> whole = send(decode, room(7, "\"disagg_prefill_dp_rank\":3"));

        assertThat(one.join().statusCode()).isEqualTo(500);
        assertThat(json(one.join()).path("message").asText()).startsWith("Prefill bootstrap failed");
        assertThat(whole.join().statusCode()).isEqualTo(500);
        assertThat(json(whole.join()).path("message").asText()).startsWith("Decode transfer failed");
        assertThat(fleet.engines()).allSatisfy(engine -> engine.awaitIdle(PATIENCE));
    }

    @Test
    void siblingOfALostLegHoldsItsMemoryUntilItsTimeIsUp() {
        legsWaitOnly(Duration.ofSeconds(1));
        CompletableFuture<HttpResponse<String>> whole = send(decode, room(7));
        await().until(() -> prefill.openMeetings() == 1);
        whole.cancel(true);
        await().until(() -> decode.requests().of(COMPLETIONS).get(0).outcome() == Outcome.CLIENT_LEFT);
        await().until(() -> prefill.openMeetings() == 0);

        HttpResponse<String> one = send(prefill, room(7)).join();

        assertThat(one.statusCode()).isEqualTo(500);
        prefill.awaitIdle(PATIENCE);
    }

    @Test
    void clientThatLeavesEndsItsOwnLegOnly() {
        CompletableFuture<HttpResponse<String>> one = send(prefill, room(7));
        await().until(() -> prefill.openMeetings() == 1);

        one.cancel(true);

        await().until(() -> prefill.openMeetings() == 0);
        await().until(() -> prefill.liveRequests() == 0);
        assertThat(prefill.requests().of(COMPLETIONS).get(0).outcome()).isEqualTo(Outcome.CLIENT_LEFT);
    }

    @Test
    void roomInUseIsRefused() {
        CompletableFuture<HttpResponse<String>> first = send(prefill, room(7));
        await().until(() -> prefill.openMeetings() == 1);

        HttpResponse<String> second = send(prefill, room(7)).join();

        assertThat(second.statusCode()).isEqualTo(400);
        assertThat(first).isNotDone();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "9223372036854775808", "1.5", "\"7\"", "[7]", "null"})
    void roomsThatAreNoneAreRefused(String room) {
        HttpResponse<String> answer = client.post(
                prefill,
                COMPLETIONS,
                completion(1, 8, 1, "\"bootstrap_host\":\"127.0.0.1\"", "\"bootstrap_room\":" + room));

        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void requestWithoutARoomIsRefused() {
        HttpResponse<String> answer = client.post(prefill, COMPLETIONS, completion(1, 8, 1));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("message").asText()).contains("without bootstrap room id");
    }

    /** Scenario 52. */
    @Test
    void batchHasOneRoomPerPrompt() {
        String body = "{\"prompt\":[[1,2,3],[4,5,6]],\"max_tokens\":2,\"bootstrap_host\":[\"127.0.0.1\",\"127.0.0.1\"],"
                + "\"bootstrap_port\":[" + prefill.ports().bootstrap() + ","
                + prefill.ports().bootstrap()
                + "],\"bootstrap_room\":";

        CompletableFuture<HttpResponse<String>> whole = client.send(decode, COMPLETIONS, body + "[4,8]}");
        client.send(prefill, COMPLETIONS, body + "[4,8]}").join();

        assertThat(json(whole.join()).path("choices")).hasSize(2);
        assertThat(client.post(prefill, COMPLETIONS, body + "[4,8,12]}").statusCode())
                .isEqualTo(400);
    }

    /** Scenario 52. */
    @Test
    void samplesOfAChatCountUpFromOneRoom() {
        String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}],\"n\":3,\"max_tokens\":2,"
                + String.join(",", room(8)) + "}";

        CompletableFuture<HttpResponse<String>> whole = client.send(decode, "/v1/chat/completions", body);
        client.send(prefill, "/v1/chat/completions", body).join();

        assertThat(json(whole.join()).path("choices")).hasSize(3);
    }

    @Test
    void healthProbeWithTheFakeHostNeedsNoOtherLeg() {
        String body = completion(
                1, 8, 1, "\"bootstrap_host\":\"" + PdOptions.FAKE_BOOTSTRAP_HOST + "\"", "\"bootstrap_room\":0");

        assertThat(client.post(prefill, COMPLETIONS, body).statusCode()).isEqualTo(200);
        assertThat(client.post(decode, COMPLETIONS, body).statusCode()).isEqualTo(200);
    }

    @Test
    void legsOfDifferentPromptsAreAnError() {
        CompletableFuture<HttpResponse<String>> whole = client.send(decode, COMPLETIONS, completion(2, 64, 8, room(7)));
        send(prefill, room(7)).join();

        assertThat(whole.join().statusCode()).isEqualTo(500);
    }
}

package dev.warmpath.it.sim;

import static dev.warmpath.it.sim.SimClient.completion;
import static dev.warmpath.it.sim.SimClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.it.sim.pd.PdOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The legs of vLLM's disaggregated requests hand their KV over, once and in time. What comes after that gets another
 * prompt's KV and is answered without an error, as by vLLM 0.32 (it-tests/real-engine/engine/README.md).
 */
class VllmTransferTest {

    private static final String COMPLETIONS = "/v1/completions";
    private static final String OFFER = "\"kv_transfer_params\":{\"do_remote_decode\":true,\"do_remote_prefill\":false,"
            + "\"remote_engine_id\":null,\"remote_block_ids\":null,\"remote_host\":null,\"remote_port\":null}";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SimClient client = new SimClient();
    private SimFleet fleet = fleet(Protocol.VLLM_NIXL, PATIENCE);

    private static SimFleet fleet(Protocol protocol, Duration lease) {
        return SimFleet.disaggregated(
                Engine.VLLM,
                1,
                2,
                1,
                2,
                builder -> builder.speed(0)
                        .protocol(protocol)
                        .pd(PdOptions.defaults().withTimeouts(PATIENCE).withLease(lease)));
    }

    private void use(Protocol protocol, Duration lease) {
        fleet.close();
        fleet = fleet(protocol, lease);
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private SimEngine prefill() {
        return fleet.prefills().get(0);
    }

    private SimEngine decode() {
        return fleet.decodes().get(0);
    }

    private JsonNode offered() {
        return json(client.post(prefill(), COMPLETIONS, completion(1, 64, 1, OFFER), "X-data-parallel-rank", "1"));
    }

    private HttpResponse<String> fetch(JsonNode params) {
        return client.post(decode(), COMPLETIONS, completion(1, 64, 8, "\"kv_transfer_params\":" + params));
    }

    private int heldBlocks() {
        return prefill().rank(1).stats().usedBlocks();
    }

    @Test
    void decodeFetchesWhatThePrefillAnswerNames() {
        JsonNode first = offered();
        JsonNode params = first.path("kv_transfer_params");
        assertThat(params.path("do_remote_prefill").asBoolean()).isTrue();
        assertThat(params.path("remote_block_ids").get(0)).hasSize(4);
        assertThat(heldBlocks()).isEqualTo(4);

        HttpResponse<String> whole = fetch(params);

        assertThat(whole.statusCode()).isEqualTo(200);
        assertThat(json(whole).at("/choices/0/text").asText())
                .startsWith(first.at("/choices/0/text").asText());
        await().until(() -> heldBlocks() == 0);
        assertThat(decode().rank(0).stats().promptTokens()
                        + decode().rank(1).stats().promptTokens())
                .isEqualTo(64);
    }

    @Test
    void blocksAreHandedOverOnceAndLaterBelongToOthers() {
        JsonNode params = offered().path("kv_transfer_params");
        HttpResponse<String> first = fetch(params);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(prefill().foreignFetches()).isZero();

        foreign(fetch(params), first);
    }

    /** Nothing tells but the text, and the engine's own count. */
    private void foreign(HttpResponse<String> answer, HttpResponse<String> right) {
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(text(answer)).isNotEqualTo(text(right));
        assertThat(prefill().foreignFetches()).isEqualTo(1);
    }

    private static String text(HttpResponse<String> answer) {
        return json(answer).at("/choices/0/text").asText();
    }

    @Test
    void blocksThatNobodyFetchesAreFreedWhenTheLeaseEnds() {
        use(Protocol.VLLM_NIXL, Duration.ofMillis(300));
        JsonNode params = offered().path("kv_transfer_params");

        await().until(() -> heldBlocks() == 0);

        foreign(fetch(params), client.post(decode(), COMPLETIONS, completion(1, 64, 8)));
    }

    /** As vLLM 0.32 answers; that its engine dies of it is not played. */
    @Test
    void decodeWithIncompleteParametersFails() {
        ObjectNode params = (ObjectNode) offered().path("kv_transfer_params");
        params.remove("remote_request_id");

        assertThat(fetch(params).statusCode()).isEqualTo(500);
        assertThat(heldBlocks()).as("and the prefill's blocks stay").isEqualTo(4);
    }

    @Test
    void requestWithoutParametersIsAnOrdinaryOne() {
        JsonNode answer = json(client.post(prefill(), COMPLETIONS, completion(1, 64, 8)));

        assertThat(answer.has("kv_transfer_params")).isFalse();
        assertThat(answer.at("/usage/completion_tokens").asInt()).isEqualTo(8);
        prefill().awaitIdle(PATIENCE);
    }

    @Test
    void blocksOfAnEarlierLifeAreGone() {
        JsonNode params = offered().path("kv_transfer_params");
        prefill().restart();

        assertThat(fetch(params).statusCode()).isEqualTo(500);
    }

    @Test
    void mooncakeLegsMeetUnderTheRoutersIdWhicheverComesFirst() throws Exception {
        use(Protocol.VLLM_MOONCAKE, PATIENCE);
        String address = "http://127.0.0.1:" + prefill().ports().bootstrap();
        JsonNode engines = json(HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address + "/query")).build(), BodyHandlers.ofString())
                .body());
        String toFetch = "{\"do_remote_prefill\":true,\"do_remote_decode\":false,\"transfer_id\":\"xfer-1\","
                + "\"remote_bootstrap_addr\":\"" + address + "\",\"remote_engine_id\":"
                + engines.at("/1/engine_id") + "}";
        String toOffer = "\"kv_transfer_params\":{\"do_remote_decode\":true,\"transfer_id\":\"xfer-1\"}";

        CompletableFuture<HttpResponse<String>> whole =
                client.send(decode(), COMPLETIONS, completion(1, 64, 8, "\"kv_transfer_params\":" + toFetch));
        await().until(() -> prefill().openMeetings() == 1);
        client.post(prefill(), COMPLETIONS, completion(1, 64, 1, toOffer), "X-data-parallel-rank", "1");
        assertThat(whole.join().statusCode()).isEqualTo(200);

        client.post(prefill(), COMPLETIONS, completion(1, 64, 1, toOffer), "X-data-parallel-rank", "1");
        assertThat(fetch(json(toFetch)).statusCode()).isEqualTo(200);
        await().until(() -> heldBlocks() == 0);

        prefill().restart();
        client.post(prefill(), COMPLETIONS, completion(1, 64, 1, toOffer), "X-data-parallel-rank", "1");
        assertThat(fetch(json(toFetch)).statusCode())
                .as("the name that /query told is that of an earlier life")
                .isEqualTo(500);
    }
}

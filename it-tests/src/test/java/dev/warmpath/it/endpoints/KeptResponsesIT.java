package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.it.legs.LegFixture;
import dev.warmpath.it.legs.ScriptedWorker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that an engine keeps: whoever comes back to one comes back to its worker, or is told that nobody knows it. */
@Timeout(30)
class KeptResponsesIT {

    private static final String RESPONSES = "/v1/responses";

    private final LegFixture fleet = new LegFixture();
    private final AtomicInteger workers = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    /** A worker whose responses bear its own number. */
    private ScriptedWorker responding() {
        int number = workers.incrementAndGet();
        return fleet.mixed(leg -> leg.answer(
                200,
                "application/json",
                "{\"id\":\"resp_" + number + "_" + made.incrementAndGet() + "\",\"object\":\"response\"}"));
    }

    private static String idOf(HttpResponse<String> answer) throws IOException {
        return new ObjectMapper().readTree(answer.body()).path("id").asText();
    }

    private HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
        URI url = URI.create("http://127.0.0.1:" + fleet.router().port() + path);
        return fleet.client.send(
                HttpRequest.newBuilder(url)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static long received(ScriptedWorker worker, String method, String uri) {
        return worker.received().stream()
                .filter(leg -> leg.request().method().name().equals(method)
                        && leg.request().uri().equals(uri))
                .count();
    }

    @Test
    void responseIsFetchedCancelledAndDeletedWhereItWasMade() throws Exception {
        List<ScriptedWorker> both = List.of(responding(), responding());
        for (int i = 0; i < 6; i++) {
            String id = idOf(fleet.post(RESPONSES, "{\"model\":\"m\",\"input\":\"hello\"}"));
            ScriptedWorker maker = both.get(id.startsWith("resp_1_") ? 0 : 1);
            String path = RESPONSES + "/" + id;

            assertThat(ask("GET", path + "?include=all").statusCode()).isEqualTo(200);
            assertThat(ask("POST", path + "/cancel").statusCode()).isEqualTo(200);
            assertThat(ask("DELETE", path).statusCode()).isEqualTo(200);

            assertThat(received(maker, "GET", path + "?include=all")).isEqualTo(1);
            assertThat(received(maker, "POST", path + "/cancel")).isEqualTo(1);
            assertThat(received(maker, "DELETE", path)).isEqualTo(1);
        }
        assertThat(both)
                .as("both made some")
                .noneMatch(worker -> worker.received().isEmpty());
        fleet.returnsToZero();
    }

    @Test
    void streamedResponseIsRememberedByItsFirstEvent() throws Exception {
        fleet.mixed(leg -> leg.events("event: response.created\ndata: {\"response\":{\"id\":\"resp_s\"}}\n\n")
                .end());
        fleet.mixed(leg -> leg.events("event: response.created\ndata: {\"response\":{\"id\":\"resp_s\"}}\n\n")
                .end());
        fleet.post(RESPONSES, "{\"model\":\"m\",\"input\":\"hello\",\"stream\":true}");
        assertThat(ask("GET", RESPONSES + "/resp_s").statusCode()).isEqualTo(200);
    }

    @Test
    void conversationGoesOnWhereItBegan() throws Exception {
        List<ScriptedWorker> both = List.of(responding(), responding());
        String id = idOf(fleet.post(RESPONSES, "{\"model\":\"m\",\"input\":\"hello\"}"));
        ScriptedWorker first =
                both.stream().filter(w -> !w.received().isEmpty()).findFirst().orElseThrow();

        for (int i = 0; i < 5; i++) {
            HttpResponse<String> next = fleet.post(
                    RESPONSES, "{\"model\":\"m\",\"input\":\"more\",\"previous_response_id\":\"" + id + "\"}");
            assertThat(next.statusCode()).isEqualTo(200);
        }

        assertThat(first.received()).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/resp_never", "/resp_never/cancel", "/..", "/a%2fb"})
    void whatNobodyRemembersIsNotFoundAndNoWorkerIsGuessed(String id) throws Exception {
        List<ScriptedWorker> both = List.of(responding(), responding());
        HttpResponse<String> answer = ask(id.endsWith("cancel") ? "POST" : "GET", RESPONSES + id);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(new ObjectMapper().readTree(answer.body()).at("/error/code").asText())
                .isEqualTo("response_not_found");
        assertThat(both).allSatisfy(worker -> assertThat(worker.received()).isEmpty());
    }

    /** After a restart, say: there is nobody else who could have it. */
    @Test
    void theOnlyWorkerIsAskedForWhatNobodyRemembers() throws Exception {
        ScriptedWorker one = responding();
        assertThat(ask("GET", RESPONSES + "/resp_before").statusCode()).isEqualTo(200);
        assertThat(received(one, "GET", RESPONSES + "/resp_before")).isEqualTo(1);
    }

    /** The decode worker answered, so it has the conversation; prefill would have to be told of it first. */
    @Test
    void continuedResponseOfAPairIsServedByTheDecodeWorkerAlone() throws Exception {
        fleet.speaking(Protocol.VLLM_NIXL);
        ScriptedWorker prefill = fleet.prefill(leg -> leg.answer(200, "application/json", PREFILLED));
        ScriptedWorker decode =
                fleet.decode(leg -> leg.answer(200, "application/json", "{\"id\":\"resp_d\",\"object\":\"response\"}"));
        fleet.post(RESPONSES, "{\"model\":\"m\",\"input\":\"hello\",\"background\":true}");
        assertThat(prefill.received().get(0).body().toString())
                .contains("\"max_output_tokens\":1", "\"store\":false", "do_remote_decode")
                .doesNotContain("background");

        fleet.post(RESPONSES, "{\"model\":\"m\",\"input\":\"more\",\"previous_response_id\":\"resp_d\"}");

        assertThat(prefill.received()).hasSize(1);
        assertThat(decode.received()).hasSize(2);
        fleet.returnsToZero();
    }

    private static final String PREFILLED = "{\"kv_transfer_params\":{\"do_remote_prefill\":true,"
            + "\"remote_engine_id\":\"e\",\"remote_request_id\":\"r\",\"remote_host\":\"h\",\"remote_port\":1,"
            + "\"remote_block_ids\":[[1]]}}";
}

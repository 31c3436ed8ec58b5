package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.legs.LegFixture;
import dev.warmpath.it.legs.ScriptedWorker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests without a prompt to match: routed by load, and counted as all others are. */
@Timeout(30)
class LoadRoutedIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final LegFixture fleet = new LegFixture();

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private ScriptedWorker echo() {
        return fleet.mixed(leg -> leg.answer(200, "application/json", "{\"ok\":true}"));
    }

    /** Scenario 39: they raise the same load, spread as evenly, and leave nothing behind. */
    @Test
    void slowRequestsRaiseTheLoadThatAllAreRoutedByAndLowerItAgain() throws Exception {
        List<ScriptedWorker> workers = List.of(fleet.mixed(waiting -> {}), fleet.mixed(waiting -> {}));
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            answers.add(fleet.client.sendAsync(
                    fleet.request("/v1/embeddings", "{\"model\":\"m\",\"input\":\"the same text\"}"),
                    HttpResponse.BodyHandlers.ofString()));
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> workers.stream()
                                .mapToInt(worker -> worker.received().size())
                                .sum()
                        == 60);

        for (ScriptedWorker worker : workers) {
            assertThat(worker.received()).hasSizeBetween(24, 36);
            worker.received().forEach(leg -> leg.answer(200, "application/json", "{}"));
        }
        answers.forEach(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
        assertThat(fleet.scrape())
                .contains("warmpath_requests_by_endpoint_total{endpoint=\"embeddings\"} 60.0")
                .contains("warmpath_prompts_unhashed_total{reason=\"no_prompt\"} 60.0");
        fleet.returnsToZero();
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/embeddings,'{\"model\":\"m\",\"input\":[\"a\",\"b\"]}'",
        "/v1/rerank,'{\"query\":\"a\",\"documents\":[\"b\"]}'",
        "/v1/score,'{\"model\":\"m\",\"text_1\":\"a\",\"text_2\":\"b\"}'",
        "/classify,'{\"model\":\"m\",\"input\":\"a\"}'",
        "/tokenize,'{\"prompt\":\"a\"}'",
        "/detokenize,'{\"tokens\":[1]}'",
        "/v1/messages/count_tokens,'{\"model\":\"m\",\"messages\":[]}'"
    })
    void bodyReachesTheSamePathOfAWorkerAsItCame(String path, String body) throws Exception {
        ScriptedWorker worker = echo();

        HttpResponse<String> answer = fleet.post(path, body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(worker.received()).singleElement().satisfies(leg -> {
            assertThat(leg.path()).isEqualTo(path);
            assertThat(leg.body().toString()).isEqualTo(body);
        });
        fleet.returnsToZero();
    }

    @Test
    void steeringFieldsReachNoWorkerHereEither() throws Exception {
        ScriptedWorker worker = echo();
        fleet.post("/v1/embeddings", "{\"model\":\"m\",\"routed_dp_rank\":3,\"input\":\"a\",\"rid\":\"mine\"}");
        assertThat(worker.received().get(0).body().toString()).isEqualTo("{\"model\":\"m\",\"input\":\"a\"}");
    }

    @Test
    void uploadPassesByteForByteAndIsRoutedByTheModelInItsForm() throws Exception {
        ScriptedWorker worker = echo();
        ScriptedWorker other = fleet.started(leg -> leg.answer(200, "application/json", "{}"));
        fleet.add(LegFixture.settings(other.url("127.0.0.1"), Role.MIXED, 1, 0, "whisper", "default"));
        String form = String.join(
                "\r\n",
                "--xyz",
                "content-disposition: form-data; name=\"file\"; filename=\"model\"",
                "content-type: audio/wav",
                "",
                "\u0000\u00ff--xy",
                "",
                "name=\"model\"",
                "--xyz",
                "Content-Disposition: form-data; name=\"model\"",
                "",
                "whisper",
                "--xyz--",
                "");
        byte[] bytes = form.getBytes(StandardCharsets.ISO_8859_1);

        HttpResponse<String> answer = upload(bytes, "multipart/form-data; boundary=\"xyz\"");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(worker.received()).isEmpty();
        assertThat(other.received()).singleElement().satisfies(leg -> {
            assertThat(leg.body().getBytes()).isEqualTo(bytes);
            assertThat(leg.request().getHeader("content-type")).isEqualTo("multipart/form-data; boundary=\"xyz\"");
        });
        fleet.returnsToZero();
    }

    @Test
    void uploadThatIsNoFormOrNamesNoModelIsRefused() throws Exception {
        echo();
        fleet.add(LegFixture.settings(URI.create("http://127.0.0.1:9"), Role.MIXED, 1, 0, "whisper", "default"));
        byte[] unnamed = String.join(
                        "\r\n", "--b", "content-disposition: form-data; name=\"file\"", "", "x", "--b--", "")
                .getBytes(StandardCharsets.ISO_8859_1);

        assertThat(code(upload(unnamed, "application/json"))).isEqualTo("invalid_form");
        assertThat(code(upload(unnamed, "multipart/form-data; boundary=b"))).isEqualTo("missing_required_parameter");
    }

    private HttpResponse<String> upload(byte[] form, String type) throws IOException, InterruptedException {
        URI url = URI.create("http://127.0.0.1:" + fleet.router().port() + "/v1/audio/transcriptions");
        return fleet.client.send(
                HttpRequest.newBuilder(url)
                        .header("content-type", type)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(form))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** One model is meant where there is but one; where there are two, nobody can guess. */
    @Test
    void modelMayBeLeftOutWhereOnlyOneIsServed() throws Exception {
        echo();
        fleet.add(LegFixture.settings(URI.create("http://127.0.0.1:9"), Role.MIXED, 1, 0, "other", "default"));
        HttpResponse<String> answer = fleet.post("/tokenize", "{\"prompt\":\"a\"}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).at("/error/param").asText()).isEqualTo("model");
    }

    @Test
    void pairsAloneComputeNothingWholeAndCountTokensAllTheSame() throws Exception {
        fleet.prefill(leg -> leg.answer(200, "application/json", "{\"count\":1}"));
        fleet.decode(leg -> leg.answer(200, "application/json", "{\"count\":1}"));

        HttpResponse<String> vectors = fleet.post("/v1/embeddings", "{\"model\":\"m\",\"input\":\"a\"}");

        assertThat(vectors.statusCode()).isEqualTo(501);
        assertThat(code(vectors)).isEqualTo("not_disaggregated");
        assertThat(fleet.post("/tokenize", "{\"model\":\"m\",\"prompt\":\"a\"}").statusCode())
                .isEqualTo(200);
        fleet.returnsToZero();
    }

    @Test
    void endpointOfAnEngineThatNoWorkerRunsIsNotFoundByName() throws Exception {
        echo();
        HttpResponse<String> answer = fleet.post("/pooling", "{\"model\":\"m\",\"input\":\"a\"}");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(code(answer)).isEqualTo("endpoint_of_another_engine");
        assertThat(answer.body()).contains("vllm");
    }

    private static String code(HttpResponse<String> answer) throws IOException {
        JsonNode error = JSON.readTree(answer.body()).path("error");
        return error.path("code").asText();
    }
}

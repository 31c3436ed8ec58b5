package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.endpoint.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole table of endpoints against engines that have them: who answers, who is refused and how, and that all are counted. */
@Timeout(60)
class EveryEndpointIT extends DemoModelFleet {

    private final HttpClient client = HttpClient.newHttpClient();

    /** Those that are asked with a body, and not for something that was answered before. */
    private static Stream<Endpoint> endpoints() {
        return Stream.of(Endpoint.values()).filter(endpoint -> endpoint.workers() != Endpoint.Workers.KEEPER);
    }

    private static String body(Endpoint endpoint) {
        String talk = "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]";
        String members = switch (endpoint) {
            case CHAT_COMPLETIONS, MESSAGES, COUNT_TOKENS -> "\"max_tokens\":2," + talk;
            case COMPLETIONS -> "\"max_tokens\":2,\"prompt\":\"hello\"";
            case RESPONSES -> "\"max_output_tokens\":2,\"input\":\"hello\"";
            case GENERATE -> "\"text\":\"hello\",\"sampling_params\":{\"max_new_tokens\":2}";
            case TOKENS_GENERATE -> "\"token_ids\":[1,2],\"sampling_params\":{\"max_tokens\":2}";
            case RERANK, RERANK_V2, PLAIN_RERANK -> "\"query\":\"a\",\"documents\":[\"b\"]";
            case SCORE, PLAIN_SCORE -> "\"text_1\":\"a\",\"text_2\":\"b\",\"items\":\"b\"";
            case TOKENIZE, V1_TOKENIZE -> "\"prompt\":\"hello\"";
            case DETOKENIZE, V1_DETOKENIZE -> "\"tokens\":[1]";
            default -> "\"input\":\"hello\"";
        };
        return "{\"model\":\"demo\"," + members + "}";
    }

    private static String form() {
        return String.join(
                "\r\n",
                "--b",
                "content-disposition: form-data; name=\"model\"",
                "",
                "demo",
                "--b",
                "content-disposition: form-data; name=\"file\"; filename=\"a.wav\"",
                "",
                "RIFF",
                "--b--",
                "");
    }

    private HttpResponse<String> ask(Endpoint endpoint) throws IOException, InterruptedException {
        boolean upload = endpoint.content() == Endpoint.Content.FORM;
        URI url = URI.create("http://127.0.0.1:" + fleet.router().port() + endpoint.path());
        return client.send(
                HttpRequest.newBuilder(url)
                        .header("content-type", upload ? "multipart/form-data; boundary=b" : "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(upload ? form() : body(endpoint)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static boolean has(Engine kind, Endpoint endpoint) {
        return endpoint.engine() == null || endpoint.engine() == kind;
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void mixedWorkersAnswerAllThatTheirEngineHas(Engine kind) throws Exception {
        engine(kind, Role.MIXED);
        for (Endpoint endpoint : endpoints().toList()) {
            HttpResponse<String> answer = ask(endpoint);
            assertThat(answer.statusCode())
                    .as("%s: %s", endpoint, answer.body())
                    .isEqualTo(has(kind, endpoint) ? 200 : 404);
            if (!has(kind, endpoint)) {
                assertThat(answer.body()).contains("endpoint_of_another_engine");
            }
        }
        String metrics = fleet.scrape();
        endpoints()
                .forEach(endpoint -> assertThat(metrics)
                        .contains("warmpath_requests_by_endpoint_total{endpoint=\"" + endpoint.key() + "\"} 1.0"));
        assertIdle();
    }

    /** What a pair cannot hand over is refused as its clients expect it, and nothing is sent to anybody. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void pairsAnswerWhatTheirProtocolHandsOverAndSayOfTheRestThatTheyDoNot(Engine kind) throws Exception {
        engine(kind, Role.PREFILL);
        engine(kind, Role.DECODE);
        Protocol protocol = kind == Engine.VLLM ? Protocol.VLLM_NIXL : Protocol.SGLANG_BOOTSTRAP;
        for (Endpoint endpoint : endpoints().filter(one -> has(kind, one)).toList()) {
            HttpResponse<String> answer = ask(endpoint);
            boolean served = endpoint.workers() == Endpoint.Workers.ANYONE || endpoint.servedOver(protocol);
            assertThat(answer.statusCode())
                    .as("%s: %s", endpoint, answer.body())
                    .isEqualTo(served ? 200 : 501);
            if (!served) {
                assertThat(answer.body())
                        .contains(endpoint == Endpoint.MESSAGES ? "\"type\":\"api_error\"" : "not_disaggregated");
            }
        }
        assertIdle();
    }

    /** Whatever was asked, nothing of it is left on anybody soon after: a client may read the end of an answer first. */
    private void assertIdle() {
        Awaitility.await()
                .untilAsserted(() -> fleet.router().fleet().view().workers().forEach(worker -> {
                    var ranks = fleet.worker(URI.create(worker.id())).path("ranks");
                    assertThat(ranks).isNotEmpty();
                    ranks.forEach(rank ->
                            assertThat(rank.at("/load/requests").asInt()).isZero());
                }));
    }
}

package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.NotFoundException;
import com.openai.errors.OpenAIServiceException;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** OpenAI's own client for Java on the endpoints beside chats and completions, against engines as vLLM and SGLang are. */
@Timeout(60)
class OpenAiClientIT extends DemoModelFleet {

    private static final String QUESTION = "Which way does the water of the Rhine go, and how long does it take?";

    @SuppressWarnings("NullAway.Init")
    private OpenAIClient client;

    /** With the fleet as it is now. */
    private OpenAIClient client() {
        client = OpenAIOkHttpClient.builder()
                .baseUrl("http://127.0.0.1:" + fleet.router().port() + "/v1")
                .apiKey("unused")
                .maxRetries(0)
                .build();
        return client;
    }

    @AfterEach
    void hangUp() {
        client.close();
    }

    private static ResponseCreateParams.Builder asking() {
        return ResponseCreateParams.builder().model("demo").input(QUESTION).maxOutputTokens(8);
    }

    private static String text(Response response) {
        return response.output()
                .get(0)
                .message()
                .orElseThrow()
                .content()
                .get(0)
                .outputText()
                .orElseThrow()
                .text();
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void responsesAreCreatedAndFetchedWhereTheyAreKept(Engine kind) {
        List<SimEngine> engines = List.of(engine(kind, Role.MIXED), engine(kind, Role.MIXED));

        Response created = client().responses().create(asking().build());
        Response fetched = client.responses().retrieve(created.id());

        assertThat(text(fetched)).isEqualTo(text(created)).isNotBlank();
        assertThat(engines.stream()
                        .map(engine -> engine.requests()
                                .of("/v1/responses/" + created.id())
                                .size()))
                .containsExactlyInAnyOrder(0, 1);
        assertThatThrownBy(() -> client.responses().retrieve("resp_other")).isInstanceOf(NotFoundException.class);
    }

    /** The engine that keeps the conversation has its blocks as well. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void conversationGoesOnWhereItsLastResponseIsKept(Engine kind) {
        engine(kind, Role.MIXED);
        engine(kind, Role.MIXED);
        engine(kind, Role.MIXED);
        Response last = client().responses().create(asking().build());
        for (int i = 0; i < 4; i++) {
            fleet.awaitTruth();
            Response next = client.responses()
                    .create(asking().input("Are you sure?")
                            .previousResponseId(last.id())
                            .build());
            long before = last.usage().orElseThrow().inputTokens();
            assertThat(next.usage().orElseThrow().inputTokensDetails().cachedTokens())
                    .isGreaterThanOrEqualTo(before / BLOCK * BLOCK);
            last = next;
        }
    }

    /** Explain says what would become of it: one worker, or nobody. */
    @Test
    void explainKnowsWhoHasToGoOn() throws Exception {
        engine(Engine.VLLM, Role.MIXED);
        engine(Engine.VLLM, Role.MIXED);
        String kept = client().responses().create(asking().build()).id();

        JsonNode known = explained(kept);
        assertThat(known.path("candidates")).hasSize(1);
        assertThat(fleet.router().fleet().view().workers().stream()
                        .filter(worker ->
                                known.at("/candidates/0/target").asText().startsWith(worker.id())))
                .hasSize(1);
        assertThat(explained("resp_never").at("/error/code").asText()).isEqualTo("response_not_found");
    }

    private JsonNode explained(String previous) throws IOException, InterruptedException {
        URI explain =
                URI.create("http://127.0.0.1:" + fleet.router().adminPort() + "/admin/explain?endpoint=/v1/responses");
        String body = "{\"model\":\"demo\",\"input\":\"more\",\"previous_response_id\":\"" + previous + "\"}";
        return new ObjectMapper()
                .readTree(HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(explain)
                                        .POST(HttpRequest.BodyPublishers.ofString(body))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void streamSaysWhatTheWholeResponseSaysAndIsKept(Engine kind) {
        engine(kind, Role.MIXED);
        engine(kind, Role.MIXED);
        Response whole = client().responses().create(asking().build());

        String streamed;
        String id;
        try (StreamResponse<ResponseStreamEvent> stream = client.responses().createStreaming(asking().build())) {
            List<ResponseStreamEvent> events = stream.stream().toList();
            id = events.get(0).created().orElseThrow().response().id();
            streamed = events.stream()
                    .flatMap(event -> event.outputTextDelta().stream())
                    .map(delta -> delta.delta())
                    .collect(Collectors.joining());
            assertThat(events.get(events.size() - 1).incomplete()).isPresent();
        }

        assertThat(streamed).isEqualTo(text(whole));
        assertThat(text(client.responses().retrieve(id))).isEqualTo(streamed);
    }

    /** Neither engine can: its own refusal comes through, from the worker that keeps the response. */
    @Test
    void deletingIsRefusedByTheEngineThatKeepsIt() {
        List<SimEngine> engines = List.of(engine(Engine.VLLM, Role.MIXED), engine(Engine.VLLM, Role.MIXED));
        Response created = client().responses().create(asking().build());

        assertThatThrownBy(() -> client.responses().delete(created.id()))
                .isInstanceOfSatisfying(
                        OpenAIServiceException.class,
                        refused -> assertThat(refused.statusCode()).isEqualTo(405));

        assertThat(engines.stream()
                        .map(engine -> engine.requests()
                                .of("/v1/responses/" + created.id())
                                .size()))
                .containsExactlyInAnyOrder(0, 1);
        assertThat(text(client.responses().retrieve(created.id()))).isEqualTo(text(created));
    }

    @Test
    void embeddingsAreComputed() {
        engine(Engine.VLLM, Role.MIXED);
        assertThat(client().embeddings()
                        .create(EmbeddingCreateParams.builder()
                                .model("demo")
                                .input("a")
                                .encodingFormat(EmbeddingCreateParams.EncodingFormat.FLOAT)
                                .build())
                        .data()
                        .get(0)
                        .embedding())
                .hasSize(8);
    }
}

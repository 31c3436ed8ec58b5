package dev.warmpath.it.sim;

import static dev.warmpath.it.sim.SimClient.completion;
import static dev.warmpath.it.sim.SimClient.events;
import static dev.warmpath.it.sim.SimClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Completions and chats of a worker that does prefill and decode itself. */
class GenerationTest {

    private static final String CHAT = "/v1/chat/completions";
    private static final String COMPLETIONS = "/v1/completions";
    private static final String HELLO =
            "{\"model\":\"demo\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}],\"max_tokens\":12";

    private final SimClient client = new SimClient();
    private SimEngine engine = start(SimEngineConfig.builder(Engine.SGLANG, Role.MIXED));

    private static SimEngine start(SimEngineConfig.Builder config) {
        return SimEngine.start(config.speed(0).build());
    }

    private void use(Engine flavour) {
        engine.close();
        engine = start(SimEngineConfig.builder(flavour, Role.MIXED));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void chatIsAnsweredWhole(Engine flavour) {
        use(flavour);

        HttpResponse<String> response = client.post(engine, CHAT, HELLO + "}");

        assertThat(response.statusCode()).isEqualTo(200);
        JsonNode answer = json(response);
        assertThat(answer.path("object").asText()).isEqualTo("chat.completion");
        assertThat(answer.at("/choices/0/message/role").asText()).isEqualTo("assistant");
        assertThat(answer.at("/choices/0/message/content").asText()).isNotBlank();
        assertThat(answer.at("/choices/0/finish_reason").asText()).isEqualTo("length");
        assertThat(answer.at("/usage/completion_tokens").asInt()).isEqualTo(12);
        assertThat(answer.at("/usage/total_tokens").asInt())
                .isEqualTo(12 + answer.at("/usage/prompt_tokens").asInt());
    }

    /** Tokenizing takes a hundred times a text's own memory: that a text is too long is told by its length where it can be. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void bodyThatNoContextHoldsIsRefusedBeforeItIsTokenized(Engine flavour) {
        engine.close();
        engine = start(SimEngineConfig.builder(flavour, Role.MIXED).contextTokens(100));

        HttpResponse<String> response = client.post(engine, CHAT, HELLO.replace("Hello", "a".repeat(6400)) + "}");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("more than 101").contains("context length");
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void streamedChatIsTheSameTextInOrderedChunks(Engine flavour) {
        use(flavour);
        String whole = json(client.post(engine, CHAT, HELLO + "}"))
                .at("/choices/0/message/content")
                .asText();

        HttpResponse<String> response =
                client.post(engine, CHAT, HELLO + ",\"stream\":true,\"stream_options\":{\"include_usage\":true}}");

        assertThat(response.headers().firstValue("content-type")).hasValue("text/event-stream; charset=utf-8");
        List<String> events = events(response);
        assertThat(events.get(events.size() - 1)).isEqualTo("[DONE]");
        List<JsonNode> chunks = events.subList(0, events.size() - 1).stream()
                .map(SimClient::json)
                .toList();
        assertThat(chunks.get(0).at("/choices/0/delta/role").asText()).isEqualTo("assistant");
        assertThat(chunks.stream().filter(chunk -> chunk.at("/choices/0/delta").has("role")))
                .hasSize(1);
        JsonNode usage = chunks.get(chunks.size() - 1);
        assertThat(usage.path("choices")).isEmpty();
        assertThat(usage.at("/usage/completion_tokens").asInt()).isEqualTo(12);
        JsonNode last = chunks.get(chunks.size() - 2);
        assertThat(last.at("/choices/0/finish_reason").asText()).isEqualTo("length");
        assertThat(chunks.stream()
                        .filter(chunk -> chunk.at("/choices/0/finish_reason").isTextual()))
                .hasSize(1);
        assertThat(chunks.stream()
                        .map(chunk -> chunk.at("/choices/0/delta/content").asText(""))
                        .collect(Collectors.joining()))
                .isEqualTo(whole);
    }

    @Test
    void usageChunkComesOnlyWhenAskedFor() {
        HttpResponse<String> response = client.post(engine, CHAT, HELLO + ",\"stream\":true}");

        assertThat(events(response)).noneMatch(event -> event.contains("usage")).endsWith("[DONE]");
    }

    @Test
    void samePromptHasSameAnswerOnEveryEngine() {
        String first = json(client.post(engine, COMPLETIONS, completion(1, 40, 30)))
                .at("/choices/0/text")
                .asText();
        use(Engine.VLLM);

        assertThat(json(client.post(engine, COMPLETIONS, completion(1, 40, 30)))
                        .at("/choices/0/text")
                        .asText())
                .isEqualTo(first);
        assertThat(json(client.post(engine, COMPLETIONS, completion(2, 40, 30)))
                        .at("/choices/0/text")
                        .asText())
                .isNotEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"abc\"", "[\"abc\"]", "[1,2,3,4]"})
    void promptShapesOfOnePromptHaveOneChoice(String prompt) {
        HttpResponse<String> response =
                client.post(engine, COMPLETIONS, "{\"model\":\"demo\",\"prompt\":" + prompt + "}");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).path("choices")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"abc\",\"def\"]", "[[1,2,3,4],[5,6,7,8]]"})
    void batchesHaveOneChoicePerPromptAndSample(String prompt) {
        HttpResponse<String> response =
                client.post(engine, COMPLETIONS, "{\"model\":\"demo\",\"n\":3,\"prompt\":" + prompt + "}");

        assertThat(json(response).path("choices")).hasSize(6);
        assertThat(json(response).findValuesAsText("index")).containsExactly("0", "1", "2", "3", "4", "5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"\"", "[[]]", "[1,\"a\"]", "[\"a\",1]", "[-1]", "[1.5]", "{}", "null"})
    void promptsThatAreNoneAreRefused(String prompt) {
        HttpResponse<String> response =
                client.post(engine, COMPLETIONS, "{\"model\":\"demo\",\"prompt\":" + prompt + "}");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).path("object").asText()).isEqualTo("error");
        assertThat(json(response).path("code").asInt()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/messages | {\"max_tokens\":2,\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"tools\":[%s]} | {\"name\":\"search\"}",
                "/v1/messages | {\"max_tokens\":2,\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"tools\":[%s]} | null",
                "/v1/responses | {\"input\":\"a\",\"tools\":[%s]} | 3",
                "/v1/responses | {\"input\":\"a\",\"tools\":[%s]} | null"
            })
    void toolsThatAreNoneAreTheClientsFault(String path, String body, String tool) {
        HttpResponse<String> response = client.post(engine, path, body.formatted(tool));

        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.body()).contains("tool");
    }

    @Test
    void unknownFieldsAreIgnored() {
        HttpResponse<String> response = client.post(
                engine, COMPLETIONS, completion(1, 4, 2, "\"vendor_key\":{\"deep\":[1]}", "\"seed\":1e999"));

        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void vllmErrorsAreNested() {
        use(Engine.VLLM);

        HttpResponse<String> unknown = client.post(engine, COMPLETIONS, "{\"model\":\"other\",\"prompt\":[1]}");
        HttpResponse<String> options =
                client.post(engine, COMPLETIONS, completion(1, 4, 2, "\"stream_options\":{\"include_usage\":true}"));
        HttpResponse<String> tooShort = client.post(engine, COMPLETIONS, completion(1, 4, 2, "\"min_tokens\":5"));

        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(json(unknown).at("/error/type").asText()).isEqualTo("NotFoundError");
        assertThat(options.statusCode()).isEqualTo(400);
        assertThat(json(options).at("/error/code").asInt()).isEqualTo(400);
        assertThat(tooShort.statusCode()).isEqualTo(400);
    }

    @Test
    void cachedTokensStopBeforeTheLastToken() {
        use(Engine.VLLM);
        String prompt = completion(1, 64, 1);
        client.post(engine, COMPLETIONS, prompt);

        HttpResponse<String> again = client.post(engine, COMPLETIONS, prompt);

        assertThat(json(again).at("/usage/prompt_tokens_details/cached_tokens").asInt())
                .isEqualTo(48);
    }

    @Test
    void sglangLeavesCachedTokensOutWhenThereAreNone() {
        String prompt = completion(1, 64, 1);

        HttpResponse<String> cold = client.post(engine, COMPLETIONS, prompt);
        HttpResponse<String> warm = client.post(engine, COMPLETIONS, prompt);

        assertThat(json(cold).path("usage").has("prompt_tokens_details")).isFalse();
        assertThat(json(warm).at("/usage/prompt_tokens_details/cached_tokens").asInt())
                .isEqualTo(48);
    }

    @Test
    void ranksAreHonouredAndForeignOnesRefused() {
        engine.close();
        engine = start(SimEngineConfig.builder(Engine.VLLM, Role.MIXED).ranks(4, 4));

        HttpResponse<String> own = client.post(engine, COMPLETIONS, completion(1, 40, 1), "X-data-parallel-rank", "6");
        HttpResponse<String> foreign =
                client.post(engine, COMPLETIONS, completion(1, 40, 1), "X-data-parallel-rank", "2");

        assertThat(own.statusCode()).isEqualTo(200);
        assertThat(engine.rank(2).truth().device()).hasSize(2);
        assertThat(foreign.statusCode()).isEqualTo(400);
    }
}

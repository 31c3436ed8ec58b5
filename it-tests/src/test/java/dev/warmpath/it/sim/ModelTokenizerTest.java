package dev.warmpath.it.sim;

import static dev.warmpath.it.sim.SimClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.prompt.ModelTokenizer;
import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines with a real tokenizer and chat template. */
class ModelTokenizerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SimClient client = new SimClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private ModelTokenizer tokenizer;

    @SuppressWarnings("NullAway.Init")
    private SimEngine engine;

    @BeforeEach
    void start() throws IOException {
        tokenizer = ModelTokenizer.load(DemoModel.unpack(directory));
        engine = SimEngine.start(SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                .tokenizer(tokenizer)
                .blockSize(4)
                .speed(0)
                .build());
    }

    @AfterEach
    void close() {
        engine.close();
        tokenizer.close();
    }

    private JsonNode tokenize(String body) {
        HttpResponse<String> response = client.post(engine, "/tokenize", body);
        assertThat(response.statusCode()).isEqualTo(200);
        return json(response);
    }

    @Test
    void plainPromptsGetTheSpecialTokenAndRenderedOnesBringTheirOwn() {
        int bos = tokenizer.encode("", true)[0];

        JsonNode plain = tokenize("{\"prompt\":\"Hello\"}").path("tokens");
        JsonNode bare =
                tokenize("{\"prompt\":\"Hello\",\"add_special_tokens\":false}").path("tokens");
        JsonNode chat = tokenize("{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}")
                .path("tokens");

        assertThat(plain.get(0).asInt()).isEqualTo(bos);
        assertThat(bare).hasSize(plain.size() - 1);
        assertThat(chat.get(0).asInt()).isEqualTo(bos);
        assertThat(chat.get(1).asInt()).isNotEqualTo(bos);
    }

    @Test
    void longTextsAreNotCutShort() {
        assertThat(tokenizer.encode("word ".repeat(5_000), false)).hasSizeGreaterThanOrEqualTo(5_000);
    }

    @Test
    void messagesThatTheTemplateRefusesAreABadRequest() {
        assertThat(client.post(
                                engine,
                                "/v1/chat/completions",
                                "{\"model\":\"demo\",\"messages\":[{\"role\":\"wizard\",\"content\":\"x\"}]}")
                        .statusCode())
                .isEqualTo(400);
    }

    /** The tokens of an answer are those of its text: the next turn finds the blocks that the answer has filled. */
    @Test
    void nextTurnOfAConversationFindsTheAnswerInTheCache() {
        String question = "{\"role\":\"user\",\"content\":\"Tell me about caches\"}";
        JsonNode first = json(client.post(
                engine,
                "/v1/chat/completions",
                "{\"model\":\"demo\",\"max_tokens\":40,\"ignore_eos\":true,\"messages\":[" + question + "]}"));
        engine.awaitIdle(PATIENCE);
        String answer = first.at("/choices/0/message/content").asText();
        int known = first.at("/usage/prompt_tokens").asInt() + 39;

        JsonNode second = json(client.post(
                engine,
                "/v1/chat/completions",
                "{\"model\":\"demo\",\"max_tokens\":1,\"messages\":[" + question
                        + ",{\"role\":\"assistant\",\"content\":\"" + answer
                        + "\"},{\"role\":\"user\",\"content\":\"More\"}]}"));

        assertThat(second.at("/usage/prompt_tokens_details/cached_tokens").asInt())
                .isEqualTo(known / 4 * 4);
    }
}

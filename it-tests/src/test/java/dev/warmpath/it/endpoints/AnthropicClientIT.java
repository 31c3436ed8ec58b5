package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.BadRequestException;
import com.anthropic.errors.NotFoundException;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCountTokensParams;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.StopReason;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolUseBlock;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Anthropic's own client for Java, against engines that answer as vLLM and SGLang do. */
@Timeout(60)
class AnthropicClientIT extends DemoModelFleet {

    private static final String QUESTION = "Which way does the water of the Rhine go, and how long does it take?";

    @SuppressWarnings("NullAway.Init")
    private AnthropicClient client;

    /** With the fleet as it is now. */
    private AnthropicClient client() {
        client = AnthropicOkHttpClient.builder()
                .baseUrl("http://127.0.0.1:" + fleet.router().port())
                .apiKey("sk-unused")
                .maxRetries(0)
                .build();
        return client;
    }

    @AfterEach
    void hangUp() {
        client.close();
    }

    private static MessageCreateParams.Builder asking(String model) {
        return MessageCreateParams.builder().model(model).maxTokens(8).addUserMessage(QUESTION);
    }

    private static String text(Message message) {
        return message.content().get(0).text().orElseThrow().text();
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void messageIsAnsweredAndTheKeyStopsAtTheRouter(Engine kind) {
        SimEngine engine = engine(kind, Role.MIXED);

        Message message = client().messages().create(asking("demo").build());

        assertThat(text(message)).isNotBlank();
        assertThat(message.stopReason()).contains(StopReason.MAX_TOKENS);
        assertThat(message.usage().outputTokens()).isEqualTo(8);
        assertThat(engine.requests().of("/v1/messages")).singleElement().satisfies(received -> {
            assertThat(received.header("x-api-key")).isEmpty();
            assertThat(received.header("anthropic-version")).isNotEmpty();
        });
    }

    /** Counted as Anthropic does: what was read from the cache is no part of the input. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void nextTurnIsReadFromTheCacheOfTheWorkerThatHadTheFirst(Engine kind) {
        engine(kind, Role.MIXED);
        engine(kind, Role.MIXED);
        Message first = client().messages().create(asking("demo").build());
        fleet.awaitTruth();

        for (int i = 0; i < 3; i++) {
            Message next = client.messages()
                    .create(asking("demo")
                            .addAssistantMessage(text(first))
                            .addUserMessage("Are you sure?")
                            .build());
            long cached = next.usage().cacheReadInputTokens().orElse(0L);
            assertThat(cached).isGreaterThanOrEqualTo(first.usage().inputTokens() / BLOCK * BLOCK);
            assertThat(next.usage().inputTokens()).isLessThan(cached);
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void streamSaysWhatTheWholeMessageSays(Engine kind) {
        engine(kind, Role.MIXED);
        Message whole = client().messages().create(asking("demo").build());

        try (StreamResponse<RawMessageStreamEvent> stream =
                client.messages().createStreaming(asking("demo").build())) {
            List<RawMessageStreamEvent> events = stream.stream().toList();
            assertThat(events.stream()
                            .flatMap(event -> event.contentBlockDelta().stream())
                            .flatMap(delta -> delta.delta().text().stream())
                            .map(text -> text.text())
                            .collect(Collectors.joining()))
                    .isEqualTo(text(whole));
            assertThat(events.get(0).messageStart()).isPresent();
            assertThat(events.get(events.size() - 1).messageStop()).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void forcedToolIsCalledAndItsResultAnswered(Engine kind) {
        engine(kind, Role.MIXED);
        Tool tool = Tool.builder()
                .name("flow")
                .description("Speed of a river.")
                .inputSchema(Tool.InputSchema.builder()
                        .properties(Tool.InputSchema.Properties.builder()
                                .putAdditionalProperty("text", JsonValue.from(Map.of("type", "string")))
                                .build())
                        .build())
                .build();
        Message called = client().messages()
                .create(asking("demo")
                        .maxTokens(200)
                        .addTool(tool)
                        .toolToolChoice("flow")
                        .build());

        ToolUseBlock use = called.content().get(0).toolUse().orElseThrow();

        assertThat(use.name()).isEqualTo("flow");
        assertThat(use._input().toString()).contains("text=");
        assertThat(called.stopReason()).contains(StopReason.TOOL_USE);
    }

    @Test
    void tokensAreCountedAsAMessageIsCharged() {
        engine(Engine.VLLM, Role.MIXED);
        Message message = client().messages().create(asking("demo").build());

        long counted = client.messages()
                .countTokens(MessageCountTokensParams.builder()
                        .model("demo")
                        .addUserMessage(QUESTION)
                        .build())
                .inputTokens();

        assertThat(counted).isEqualTo(message.usage().inputTokens());
    }

    /** The router's own error, and one that is the engine's. */
    @Test
    void errorsAreTheClientsOwn() {
        engine(Engine.VLLM, Role.MIXED);
        client();
        assertThatThrownBy(() -> client.messages().create(asking("other").build()))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() ->
                        client.messages().create(asking("demo").maxTokens(0).build()))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("max_tokens");
    }

    /** Prefill hands a message over to decode, whose engine answers it. */
    @Test
    void messageIsHandedOverFromPrefillToDecode() {
        SimEngine prefill = engine(Engine.VLLM, Role.PREFILL);
        SimEngine decode = engine(Engine.VLLM, Role.DECODE);

        assertThat(text(client().messages().create(asking("demo").build()))).isNotBlank();

        assertThat(prefill.requests().of("/v1/messages")).hasSize(1);
        assertThat(decode.requests().of("/v1/messages").get(0).bodyText()).contains("remote_block_ids");
    }
}

package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.NotFoundException;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import dev.warmpath.it.legs.LegFixture;
import dev.warmpath.it.legs.ScriptedWorker;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Anthropic's own client for Java, against answers as vLLM writes them. */
@Timeout(30)
class AnthropicClientIT {

    private static final String MESSAGE =
            "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\","
                    + "\"content\":[{\"type\":\"text\",\"text\":\"hello\"}],\"stop_reason\":\"end_turn\",\"stop_sequence\":null,"
                    + "\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}";

    private final LegFixture fleet = new LegFixture();

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private AnthropicClient client() {
        return AnthropicOkHttpClient.builder()
                .baseUrl("http://127.0.0.1:" + fleet.router().port())
                .apiKey("sk-unused")
                .maxRetries(0)
                .build();
    }

    private static MessageCreateParams hello(String model) {
        return MessageCreateParams.builder()
                .model(model)
                .maxTokens(8)
                .addUserMessage("hi")
                .build();
    }

    @Test
    void messageIsAnsweredAndTheKeyStopsAtTheRouter() {
        ScriptedWorker worker = fleet.mixed(leg -> leg.answer(200, "application/json", MESSAGE));
        AnthropicClient client = client();
        try {
            assertThat(client.messages()
                            .create(hello("m"))
                            .content()
                            .get(0)
                            .text()
                            .orElseThrow()
                            .text())
                    .isEqualTo("hello");
            assertThat(worker.received().get(0).request().getHeader("x-api-key"))
                    .isNull();
            assertThat(worker.received().get(0).request().getHeader("anthropic-version"))
                    .isNotBlank();
            assertThatThrownBy(() -> client.messages().create(hello("other"))).isInstanceOf(NotFoundException.class);
        } finally {
            client.close();
        }
    }

    @Test
    void streamIsReadEventByEvent() {
        fleet.mixed(leg -> leg.events(event("message_start", "\"message\":" + MESSAGE)
                        + event(
                                "content_block_start",
                                "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}")
                        + event(
                                "content_block_delta",
                                "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"hel\"}")
                        + event(
                                "content_block_delta",
                                "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"lo\"}")
                        + event("content_block_stop", "\"index\":0")
                        + event("message_stop", "\"x\":0"))
                .end());
        AnthropicClient client = client();
        try (StreamResponse<RawMessageStreamEvent> stream = client.messages().createStreaming(hello("m"))) {
            assertThat(stream.stream()
                            .flatMap(event -> event.contentBlockDelta().stream())
                            .flatMap(delta -> delta.delta().text().stream())
                            .map(text -> text.text())
                            .collect(Collectors.joining()))
                    .isEqualTo("hello");
        } finally {
            client.close();
        }
    }

    private static String event(String name, String members) {
        return "event: " + name + "\ndata: {\"type\":\"" + name + "\"," + members + "}\n\n";
    }
}

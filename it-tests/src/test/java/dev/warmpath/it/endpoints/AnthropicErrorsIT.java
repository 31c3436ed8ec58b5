package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.it.legs.LegFixture;
import dev.warmpath.it.legs.RawClient;
import dev.warmpath.it.legs.ScriptedWorker;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Anthropic's endpoints: its errors, its headers, its streams. */
@Timeout(30)
class AnthropicErrorsIT {

    private static final String MESSAGES = "/v1/messages";
    private static final String HELLO =
            "{\"model\":\"m\",\"max_tokens\":8,\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final LegFixture fleet = new LegFixture();

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/messages,'{\"model\":\"other\",\"messages\":[{}]}',404,not_found_error",
        "/v1/messages,'{\"model\":\"m\"}',400,invalid_request_error",
        "/v1/messages/count_tokens,'{',400,invalid_request_error",
        "/v1/messages/batches,'{}',404,not_found_error"
    })
    void errorsOfTheRouterHaveAnthropicsShape(String path, String body, int status, String type) throws Exception {
        fleet.mixed(leg -> leg.answer(200, "application/json", "{}"));
        HttpResponse<String> answer = fleet.post(path, body);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertError(JSON.readTree(answer.body()), type);
    }

    private static void assertError(JsonNode error, String type) {
        assertThat(error.path("type").asText()).isEqualTo("error");
        assertThat(error.at("/error/type").asText()).isEqualTo(type);
        assertThat(error.at("/error/message").asText()).isNotBlank();
    }

    @Test
    void pairsThatHandNoMessagesOverAreSaidSo() throws Exception {
        ScriptedWorker prefill = fleet.prefill(leg -> leg.answer(200, "application/json", "{}"));
        fleet.decode(leg -> leg.answer(200, "application/json", "{}"));
        HttpResponse<String> answer = fleet.post(MESSAGES, HELLO + "}");
        assertThat(answer.statusCode()).isEqualTo(501);
        assertError(JSON.readTree(answer.body()), "api_error");
        assertThat(answer.body()).contains("/v1/messages");
        assertThat(prefill.received()).isEmpty();
    }

    @Test
    void keyOfAnthropicsHeaderStopsAtTheRouterAndItsVersionPasses() throws Exception {
        ScriptedWorker worker = fleet.mixed(leg -> leg.answer(200, "application/json", "{}"));
        HttpRequest request = HttpRequest.newBuilder(fleet.request(MESSAGES, HELLO + "}"), (name, held) -> true)
                .header("x-api-key", "sk-mine")
                .header("anthropic-version", "2023-06-01")
                .header("anthropic-beta", "some")
                .build();
        fleet.client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(worker.received()).singleElement().satisfies(leg -> {
            assertThat(leg.request().getHeader("x-api-key")).isNull();
            assertThat(leg.request().getHeader("anthropic-version")).isEqualTo("2023-06-01");
            assertThat(leg.request().getHeader("anthropic-beta")).isEqualTo("some");
        });
    }

    /** What the router adds to the worker's events is one of their kind. */
    @Test
    void streamThatBreaksOffEndsWithAnEventThatClientsKnow() throws IOException {
        String begun = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{}}\n\n";
        fleet.mixed(leg -> {
            leg.events(begun);
            fleet.vertx.setTimer(50, late -> leg.cut());
        });
        String received;
        try (RawClient raw = RawClient.post(fleet.router().port(), MESSAGES, HELLO + ",\"stream\":true}")) {
            received = raw.readToEnd();
        }
        assertThat(received)
                .contains("message_start", "event: error")
                .contains("{\"type\":\"error\",\"error\":{\"type\":\"api_error\"");
        assertThat(received.indexOf("event: error")).isGreaterThan(received.indexOf("message_start"));
    }
}

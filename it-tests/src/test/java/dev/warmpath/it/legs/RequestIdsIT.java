package dev.warmpath.it.legs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scenario 77: twenty requests at one time that all have the same id, in the header or in the body, half of which are
 * cancelled. Engines keep a request's state under its id, so the workers must not see that they are the same.
 */
@Timeout(60)
class RequestIdsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int REQUESTS = 20;
    private static final String SAME = "same";

    private final LegFixture fleet = new LegFixture();
    private final ScriptedWorker prefill = fleet.prefill(leg -> leg.answer(200, "application/json", "{}"));
    /** Holds each request until it is told to answer. */
    private final ScriptedWorker decode = fleet.decode(leg -> {});

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"header", "rid", "request_id"})
    void sameIdsOfClientsAreDifferentRequests(String where) throws Exception {
        List<CompletableFuture<HttpResponse<String>>> clients = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            clients.add(fleet.client.sendAsync(request(i, where), HttpResponse.BodyHandlers.ofString()));
        }
        await().atMost(LegFixture.SOON).untilAsserted(() -> {
            assertThat(decode.received()).hasSize(REQUESTS);
            assertThat(prefill.received()).hasSize(REQUESTS);
        });

        legsOfOneRequestAgreeAndThoseOfTwoDoNot();

        for (int i = 0; i < REQUESTS; i += 2) {
            clients.get(i).cancel(true);
        }
        for (int i = 0; i < REQUESTS; i += 2) {
            LegFixture.closedSoon(answering(i));
        }

        for (int i = 1; i < REQUESTS; i += 2) {
            assertThat(answering(i).closed()).as("leg of request %d", i).isNotDone();
            answering(i).answer(200, "application/json", "{\"answer\":" + i + "}");
            HttpResponse<String> answer = clients.get(i).get(10, TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"answer\":" + i + "}");
            String shown = answer.headers().firstValue("x-request-id").orElse("");
            assertThat(shown.equals(SAME)).as("id shown: %s", shown).isEqualTo(where.equals("header"));
        }
        fleet.returnsToZero();
    }

    private ScriptedWorker.Received answering(int request) {
        return decode.received().stream()
                .filter(leg -> number(leg) == request)
                .findFirst()
                .orElseThrow();
    }

    private void legsOfOneRequestAgreeAndThoseOfTwoDoNot() {
        Map<Integer, String> ids = new HashMap<>();
        prefill.received().forEach(leg -> ids.put(number(leg), id(leg)));

        assertThat(ids).hasSize(REQUESTS);
        assertThat(ids.values()).doesNotHaveDuplicates().doesNotContain(SAME);
        assertThat(decode.received()).allSatisfy(leg -> assertThat(id(leg)).isEqualTo(ids.get(number(leg))));
        assertThat(prefill.received().stream()
                        .map(leg -> body(leg).get("bootstrap_room").asLong()))
                .doesNotHaveDuplicates();
        assertThat(Stream.concat(prefill.received().stream(), decode.received().stream()))
                .allSatisfy(leg -> {
                    assertThat(body(leg).has("rid")).isFalse();
                    assertThat(body(leg).has("request_id")).isFalse();
                });
    }

    private static String id(ScriptedWorker.Received leg) {
        assertThat(leg.request().headers().getAll("x-request-id")).hasSize(1);
        return leg.request().getHeader("x-request-id");
    }

    /** Which of the requests this is a leg of: its prompt's first token says it. */
    private static int number(ScriptedWorker.Received leg) {
        return body(leg).get("prompt").get(0).asInt();
    }

    private static JsonNode body(ScriptedWorker.Received leg) {
        try {
            return JSON.readTree(leg.body().getBytes());
        } catch (IOException notJson) {
            throw new UncheckedIOException(leg.body().toString(), notJson);
        }
    }

    private HttpRequest request(int number, String where) {
        String id = where.equals("header") ? "" : ",\"" + where + "\":\"" + SAME + "\"";
        String body = "{\"model\":\"m\",\"prompt\":[" + number + ",2,3,4,5],\"max_tokens\":8" + id + "}";
        HttpRequest request = fleet.request(LegFixture.COMPLETIONS, body);
        return where.equals("header")
                ? HttpRequest.newBuilder(request, (name, value) -> true)
                        .header("x-request-id", SAME)
                        .build()
                : request;
    }
}

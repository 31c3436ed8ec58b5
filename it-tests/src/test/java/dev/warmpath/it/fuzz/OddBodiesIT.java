package dev.warmpath.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.it.legs.LegFixture;
import dev.warmpath.it.legs.ScriptedWorker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Odd bodies get a 400 that names the oddity, or go on byte for byte, on both ports. Scenario 73. */
@Timeout(60)
class OddBodiesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ANSWER = "{\"ok\":true}";
    private static LegFixture fleet;
    private static ScriptedWorker worker;

    @BeforeAll
    static void start() {
        fleet = new LegFixture();
        worker = fleet.mixed(leg -> leg.answer(200, "application/json", ANSWER));
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    @BeforeEach
    void forget() {
        worker.received().clear();
    }

    /** The next request works, and nothing of the odd one is left. */
    @AfterEach
    void goesOn() throws Exception {
        assertThat(data(OddBody.TRAILING_BLANKS.bytes()).body()).isEqualTo(ANSWER);
        fleet.returnsToZero();
    }

    @ParameterizedTest
    @EnumSource
    void dataPortNamesTheOddityOrPassesTheBodyOn(OddBody odd) throws Exception {
        HttpResponse<String> answer = data(odd.bytes());

        if (odd.refusal() == null) {
            assertThat(answer.body()).isEqualTo(ANSWER);
            assertThat(worker.received()).hasSize(1);
            assertThat(worker.received().get(0).body().getBytes()).isEqualTo(odd.bytes());
        } else {
            isRefused(answer, odd.refusal());
            assertThat(worker.received()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void explainTakesWhatTheDataPortTakes(OddBody odd) throws Exception {
        HttpResponse<String> answer = admin("POST", "/admin/explain?endpoint=/v1/completions", odd.bytes());

        if (odd.refusal() == null) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(JSON.readTree(answer.body()).at("/candidates/0/target").asText())
                    .startsWith("http://127.0.0.1:");
        } else {
            isRefused(answer, odd.refusal());
        }
        assertThat(worker.received()).isEmpty();
    }

    /** None of these is a body of weights: those that a completion may have are refused for their members. */
    @ParameterizedTest
    @EnumSource
    void weightsStayAsTheyAre(OddBody odd) throws Exception {
        String before = admin("GET", "/admin/weights", new byte[0]).body();

        HttpResponse<String> answer = admin("PUT", "/admin/weights", odd.bytes());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).at("/error/message").asText()).isNotBlank();
        assertThat(admin("GET", "/admin/weights", new byte[0]).body()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void fleetStaysAsItIs(OddBody odd) throws Exception {
        HttpResponse<String> answer = admin("POST", "/admin/workers", odd.bytes());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).at("/error/message").asText()).isNotBlank();
        assertThat(fleet.router().fleet().view().workers()).hasSize(1);
    }

    private static void isRefused(HttpResponse<String> answer, String code) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        JsonNode error = JSON.readTree(answer.body()).path("error");
        assertThat(error.path("code").asText()).as(answer.body()).isEqualTo(code);
        assertThat(error.path("message").asText()).isNotBlank();
        assertThat(error.has("type") && error.has("param")).isTrue();
    }

    private static HttpResponse<String> data(byte[] body) throws IOException, InterruptedException {
        return send(fleet.router().port(), "POST", LegFixture.COMPLETIONS, body);
    }

    private static HttpResponse<String> admin(String method, String path, byte[] body)
            throws IOException, InterruptedException {
        return send(fleet.router().adminPort(), method, path, body);
    }

    private static HttpResponse<String> send(int port, String method, String path, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("content-type", "application/json")
                .timeout(Duration.ofSeconds(20))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return fleet.client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}

package dev.warmpath.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.legs.ScriptedWorker.Received;
import dev.warmpath.router.access.SecretTable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Scenario 76, its part about whose key goes where: a client's stops at the router, and a worker's own goes with every call
 * to it, for a worker that answers 401 to everything without it, health and tokenizing included.
 */
@Timeout(60)
class WorkerCredentialsIT {

    private static final String CLIENTS = "clients-key";
    private static final String WORKERS = "workers-key";
    private static final String TEXT = "{\"model\":\"m\",\"prompt\":\"a text to tokenize\",\"max_tokens\":4}";

    private final RouterUnderTest fleet = new RouterUnderTest();
    private ScriptedWorker worker;

    @BeforeEach
    void start() {
        worker = fleet.started(WorkerCredentialsIT::guarded);
        worker.health(WorkerCredentialsIT::guarded);
        fleet.health = RouterUnderTest.PROBED;
        fleet.remoteTokenizer = true;
        fleet.keys = ClientKeySettings.of(List.of(new ClientKey("client", SecretTable.digest(CLIENTS))));
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private void serveWith(String apiKey) {
        fleet.add(RouterUnderTest.settings(RouterUnderTest.url(worker), 1, apiKey, null));
    }

    /** Says no to whoever does not show its key, whatever is asked. */
    private static void guarded(Received call) {
        if (!("Bearer " + WORKERS).equals(call.request().getHeader("authorization"))) {
            call.answer(401, "application/json", "{\"error\":{\"message\":\"show me the key\"}}");
        } else if (call.path().equals("/tokenize")) {
            call.answer(200, "application/json", "{\"tokens\":[1,2,3,4,5,6,7,8]}");
        } else {
            call.answer(200, "application/json", "{\"ok\":true}");
        }
    }

    @Test
    void everyCallToAWorkerCarriesItsOwnKeyAndNoneTheClients() throws Exception {
        serveWith(WORKERS);

        assertThat(complete("Bearer " + CLIENTS).statusCode()).isEqualTo(200);
        await().atMost(RouterUnderTest.SOON)
                .untilAsserted(() -> assertThat(fleet.healthOf(worker)).isEqualTo("healthy"));

        assertThat(worker.received()).extracting(Received::path).contains("/tokenize", "/v1/completions");
        assertThat(worker.probes()).isNotEmpty();
        assertThat(Stream.concat(worker.received().stream(), worker.probes().stream()))
                .allSatisfy(call -> {
                    assertThat(call.request().headers().getAll("authorization")).containsExactly("Bearer " + WORKERS);
                    assertThat(call.request().headers().toString()
                                    + call.request().uri()
                                    + call.body())
                            .doesNotContain(CLIENTS);
                });
    }

    @Test
    void missingAndWrongKeysGetTheSame401AndTheWorkersOwnKeyIsNoKey() throws Exception {
        serveWith(WORKERS);
        HttpResponse<String> missing = complete("");
        HttpResponse<String> wrong = complete("Bearer clients-keys");
        HttpResponse<String> workers = complete("Bearer " + WORKERS);

        assertThat(List.of(missing, wrong, workers)).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body()).isEqualTo(missing.body());
            assertThat(answer.headers()).isEqualTo(missing.headers());
        });
        assertThat(fleet.get("/health").statusCode()).isEqualTo(200);
        await().atMost(RouterUnderTest.SOON)
                .untilAsserted(() -> assertThat(fleet.get("/ready").body()).contains("\"m\":true"));
        assertThat(worker.received()).isEmpty();
    }

    /** A worker that cannot be asked must not look like one that has nothing to say. */
    @Test
    void workerThatRefusesTheRoutersKeyIsShownAndTheClientIsNotToldThatItsKeyIsWrong() throws Exception {
        serveWith("not-the-workers-key");

        HttpResponse<String> answer = complete("Bearer " + CLIENTS);
        await().atMost(RouterUnderTest.SOON)
                .untilAsserted(
                        () -> assertThat(fleet.worker(worker).get("health").toString())
                                .contains("status 401"));

        assertThat(answer.statusCode()).isIn(502, 503);
        assertThat(answer.body()).doesNotContain("show me the key");
        assertThat(fleet.healthOf(worker)).isNotEqualTo("healthy");
    }

    private HttpResponse<String> complete(String authorization) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + fleet.router().port() + "/v1/completions"))
                .POST(HttpRequest.BodyPublishers.ofString(TEXT));
        if (!authorization.isEmpty()) {
            request.header("authorization", authorization);
        }
        return fleet.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}

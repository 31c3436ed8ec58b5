package dev.warmpath.it.legs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.it.support.CapturedLog;
import dev.warmpath.router.access.SecretTable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scenario 76, its part about clients' keys: who is let in, and that no key goes further. */
@Timeout(30)
class ClientKeyIT {

    /** Of {@code abc}: {@code printf %s abc | sha256sum}. */
    private static final ClientKey ABC =
            new ClientKey("a", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");

    private final HttpClient client = HttpClient.newHttpClient();
    private final LegFixture fleet = new LegFixture();

    @TempDir
    private Path directory = Path.of("");

    private Path file = Path.of("");
    private ScriptedWorker worker;

    @BeforeEach
    void start() throws IOException {
        file = Files.writeString(directory.resolve("client-keys"), line("old"));
        fleet.keys(new ClientKeySettings(List.of(ABC), file, Duration.ofMillis(50)));
        worker = fleet.mixed(leg -> leg.answer(200, "application/json", "{}"));
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    @Test
    void missingAndWrongKeysGetTheSame401AndReachNoWorker() throws Exception {
        HttpResponse<String> missing = post("x-other", "abc");
        HttpResponse<String> wrong = post("authorization", "Bearer abd");

        assertThat(missing.statusCode()).isEqualTo(401);
        assertThat(missing.body()).contains("\"code\":\"invalid_api_key\"");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body()).isEqualTo(missing.body());
        assertThat(wrong.headers()).isEqualTo(missing.headers());
        assertThat(wrong.headers().firstValue("www-authenticate")).hasValue("Bearer");
        assertThat(worker.received()).isEmpty();
        assertThat(fleet.scrape())
                .contains("warmpath_unauthorized_total{port=\"data\",reason=\"missing\"} 1.0\n")
                .contains("warmpath_unauthorized_total{port=\"data\",reason=\"unknown\"} 1.0\n");
    }

    @Test
    void keysOfTheFileAreExchangedWhileTheRouterRuns() throws Exception {
        assertThat(post("x-api-key", "old").statusCode()).isEqualTo(200);

        Files.writeString(file, line("new"));
        await().atMost(LegFixture.SOON)
                .untilAsserted(
                        () -> assertThat(post("x-api-key", "new").statusCode()).isEqualTo(200));

        assertThat(post("x-api-key", "old").statusCode()).isEqualTo(401);
        assertThat(post("x-api-key", "abc").statusCode()).isEqualTo(200);
    }

    @Test
    void fileThatIsGoneIsToldAndOpensNothing() throws Exception {
        try (CapturedLog log = CapturedLog.of("dev.warmpath.router.keys", Level.INFO)) {
            assertThat(post("x-api-key", "old").statusCode()).isEqualTo(200);

            Files.delete(file);
            await().atMost(LegFixture.SOON)
                    .untilAsserted(() -> assertThat(fleet.scrape())
                            .contains("warmpath_keys_reload_failures_total 1.0\n", "warmpath_keys_file_stale 1.0\n"));

            assertThat(post("x-api-key", "old").statusCode()).isEqualTo(200);
            assertThat(post("x-other", "old").statusCode()).isEqualTo(401);
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("ERROR"))
                    .singleElement()
                    .asString()
                    .contains("client keys not reloaded", "does not exist");
        }
    }

    @Test
    void requestsAreToldByTheNameOfTheirKeyAndNotByTheKey() throws Exception {
        try (CapturedLog log = CapturedLog.of("dev.warmpath.access", Level.DEBUG)) {
            post("x-api-key", "abc");
            post("authorization", "Bearer old");
            fleet.returnsToZero();

            assertThat(fleet.scrape())
                    .contains("warmpath_requests_by_key_total{key=\"a\"} 1.0\n")
                    .contains("warmpath_requests_by_key_total{key=\"of-old\"} 1.0\n")
                    .contains("warmpath_keys 2.0\n");
            assertThat(log.lines())
                    .satisfiesExactly(
                            line -> assertThat(line).contains("key=a request=req-", "model=m status=200 reason=ok"),
                            line -> assertThat(line).contains("key=of-old "));
        }
    }

    @Test
    void keyOpensInEitherHeaderAndStopsAtTheRouter() throws Exception {
        assertThat(post("authorization", "Bearer abc").statusCode()).isEqualTo(200);
        assertThat(post("x-api-key", "abc").statusCode()).isEqualTo(200);

        assertThat(worker.received())
                .hasSize(2)
                .allSatisfy(leg ->
                        assertThat(leg.request().headers().names()).doesNotContain("authorization", "x-api-key"));
    }

    @Test
    void onlyHealthAndReadyAreOpenToAll() throws Exception {
        assertThat(get("/health")).isEqualTo(200);
        assertThat(get("/ready")).isEqualTo(200);
        assertThat(get("/v1/models")).isEqualTo(401);
        assertThat(get("/v1/models/m")).isEqualTo(401);
        assertThat(get("/nothing")).isEqualTo(401);
    }

    private static String line(String key) {
        return "of-" + key + " " + SecretTable.digest(key) + "\n";
    }

    private HttpResponse<String> post(String header, String value) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        fleet.request(LegFixture.COMPLETIONS, LegFixture.body(false)), (name, own) -> true)
                .header(header, value)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private int get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + fleet.router().port() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}

package dev.warmpath.it.legs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.ClientKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenario 76, its part about clients' keys: who is let in, and that no key goes further. */
@Timeout(30)
class ClientKeyIT {

    /** Of {@code abc}: {@code printf %s abc | sha256sum}. */
    private static final ClientKey ABC =
            new ClientKey("a", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");

    private final HttpClient client = HttpClient.newHttpClient();
    private final LegFixture fleet = new LegFixture().keys(ABC);
    private ScriptedWorker worker;

    @BeforeEach
    void start() {
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
        assertThat(worker.received()).isEmpty();
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

package dev.warmpath.it.legs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenario 76, its part about the admin port: a page whose name resolves to loopback neither reads nor changes. */
@Timeout(30)
class AdminRebindingIT {

    private static final String WEIGHTS = "{\"prefill\":{\"overlap_weight\":7.5}}";

    private final LegFixture fleet = new LegFixture();

    @BeforeEach
    void start() {
        fleet.mixed(leg -> leg.answer(200, "application/json", "{}"));
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    @Test
    void foreignHostReadsNothing() throws IOException {
        assertThat(call("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 403 ")
                .doesNotContain("warmpath_");
    }

    @Test
    void foreignOriginChangesNothing() throws IOException {
        String host = "localhost:" + fleet.router().adminPort();

        String refused = call("PUT /admin/weights HTTP/1.1\r\nHost: " + host
                + "\r\nOrigin: http://evil.example\r\nContent-Length: " + WEIGHTS.length() + "\r\n\r\n" + WEIGHTS);

        assertThat(refused).startsWith("HTTP/1.1 403 ");
        assertThat(call("GET /admin/weights HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ")
                .doesNotContain("7.5");
    }

    private String call(String request) throws IOException {
        try (RawClient client = RawClient.head(fleet.router().adminPort(), request)) {
            return client.readUntil("}");
        }
    }
}

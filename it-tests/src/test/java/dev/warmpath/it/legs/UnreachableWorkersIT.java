package dev.warmpath.it.legs;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.workers.Role;
import io.vertx.core.Promise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenario 80: dead workers, which have no load and so look cheapest, must not draw the traffic. */
@Timeout(60)
class UnreachableWorkersIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final LegFixture fleet = new LegFixture();
    private final Map<Long, Promise<Void>> meetings = new ConcurrentHashMap<>();
    private int prompts;

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private Promise<Void> meeting(ScriptedWorker.Received leg) {
        try {
            long room =
                    JSON.readTree(leg.body().getBytes()).get("bootstrap_room").longValue();
            return meetings.computeIfAbsent(room, r -> Promise.promise());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void handOver(ScriptedWorker.Received leg) {
        leg.answer(200, "application/json", "{}");
        meeting(leg).tryComplete();
    }

    /** As the real thing: answers when prefill has handed over, and else not at all. */
    private void decode() {
        fleet.decode(
                leg -> meeting(leg).future().onSuccess(met -> leg.answer(200, "application/json", "{\"ok\":true}")));
    }

    /** A prompt that no worker holds anything of. */
    private int complete() throws IOException, InterruptedException {
        prompts++;
        StringBuilder tokens = new StringBuilder().append(prompts);
        for (int i = 1; i < 64; i++) {
            tokens.append(',').append(1000 * prompts + i);
        }
        String body = "{\"model\":\"m\",\"prompt\":[" + tokens + "],\"max_tokens\":8,\"stream\":false}";
        return fleet.post(LegFixture.COMPLETIONS, body).statusCode();
    }

    private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        return fleet.client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private long workersIn(String state) throws IOException, InterruptedException {
        long count = 0;
        for (JsonNode worker : JSON.readTree(
                        get(fleet.router().adminPort(), "/admin/workers").body())
                .get("workers")) {
            count += worker.get("state").asText().equals(state) ? 1 : 0;
        }
        return count;
    }

    @Test
    void threeDeadPrefillWorkersDoNotTakeColdTrafficFromTheHealthyOne() throws Exception {
        int dead = UpstreamSettings.defaults().retries() + 1;
        for (int i = 0; i < dead; i++) {
            fleet.refusing(Role.PREFILL);
        }
        fleet.prefill(this::handOver);
        decode();
        // Until each has been met once nobody can know.
        Awaitility.await().atMost(LegFixture.SOON).until(() -> {
            complete();
            return workersIn("unreachable") == dead;
        });

        for (int i = 0; i < 20; i++) {
            assertThat(complete()).as("request %d", i).isEqualTo(200);
        }

        assertThat(get(fleet.router().port(), "/ready").statusCode()).isEqualTo(200);
        fleet.returnsToZero();
    }

    /** A worker that was still on trial would be fenced by the one broken connection at the end, and nobody be left. */
    @Test
    void anAnsweredRequestEndsTheTrial() throws Exception {
        ScriptedWorker flapping = fleet.prefill(ScriptedWorker.Received::cut);
        decode();
        Awaitility.await().atMost(LegFixture.SOON).until(() -> {
            complete();
            return workersIn("unreachable") == 1;
        });

        flapping.script(this::handOver);
        Awaitility.await().atMost(ofSeconds(20)).until(() -> complete() == 200);
        flapping.script(leg -> {
            flapping.script(this::handOver);
            leg.cut();
        });

        assertThat(complete()).isEqualTo(200);
        assertThat(workersIn("unreachable")).isZero();
        fleet.returnsToZero();
    }

    @Test
    void routerIsNotReadyWhileNoPairCanBeReached() throws Exception {
        fleet.refusing(Role.PREFILL);
        decode();
        assertThat(get(fleet.router().port(), "/ready").statusCode()).isEqualTo(200);

        // Repeated, since a test that is held up meets the end of the first wait; the next ones are longer.
        Awaitility.await().atMost(LegFixture.SOON).until(() -> {
            assertThat(complete()).isIn(502, 503);
            return get(fleet.router().port(), "/ready").statusCode() == 503;
        });
        // Half-open after the wait, without anybody's doing.
        Awaitility.await()
                .atMost(ofSeconds(20))
                .until(() -> get(fleet.router().port(), "/ready").statusCode() == 200);
        fleet.returnsToZero();
    }
}

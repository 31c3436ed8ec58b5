package dev.warmpath.it.legs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.UpstreamSettings;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More legs than connections to a worker, and than may wait for one. */
@Timeout(30)
class FullPoolIT {

    private static final int REQUESTS = 4 * Runtime.getRuntime().availableProcessors();

    private final LegFixture fleet = new LegFixture();

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    @Test
    void whoFindsNoConnectionIsToldToComeAgainAndNobodyElseSuffers() throws Exception {
        Queue<ScriptedWorker.Received> held = new ConcurrentLinkedQueue<>();
        fleet.upstream(UpstreamSettings.defaults().withConnections(1, 0));
        fleet.mixed(held::add);
        fleet.router();

        List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            asked.add(fleet.client.sendAsync(
                    fleet.request(LegFixture.COMPLETIONS, LegFixture.body(false)),
                    HttpResponse.BodyHandlers.ofString()));
        }
        // All but those that hold the connections, one for each event loop that was asked.
        Awaitility.await()
                .atMost(LegFixture.SOON)
                .until(() -> !held.isEmpty()
                        && asked.stream().filter(CompletableFuture::isDone).count() == REQUESTS - held.size());
        held.forEach(leg -> leg.answer(200, "application/json", "{}"));

        int served = 0;
        for (CompletableFuture<HttpResponse<String>> each : asked) {
            HttpResponse<String> answer = each.get(10, TimeUnit.SECONDS);
            if (answer.statusCode() == 200) {
                served++;
            } else {
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.body()).contains("\"pool_full\"").doesNotContain("failed");
                assertThat(answer.headers().firstValue("retry-after")).isPresent();
            }
        }
        assertThat(served).isEqualTo(held.size()).isLessThan(REQUESTS);
        fleet.returnsToZero();
    }
}

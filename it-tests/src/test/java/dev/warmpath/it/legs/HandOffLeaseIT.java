package dev.warmpath.it.legs;

import static dev.warmpath.it.legs.LegFixture.closedSoon;
import static dev.warmpath.it.legs.LegScripts.HANDS_OVER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.workers.Protocol;
import io.vertx.core.http.HttpServerResponse;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No decode leg is sent with a hand-off that is older than {@code upstream.hand_off_lease}, whatever it waited for. */
@Timeout(30)
class HandOffLeaseIT {

    private static final Duration LEASE = Duration.ofMillis(300);

    private final LegFixture fleet = new LegFixture();

    @BeforeEach
    void speak() {
        fleet.speaking(Protocol.VLLM_NIXL).upstream(UpstreamSettings.defaults().withHandOffs(LEASE, 1));
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    /** Says yes, and part of what is to be handed over. */
    private static void stalls(ScriptedWorker.Received leg) {
        HttpServerResponse response = leg.response().setChunked(true).putHeader("content-type", "application/json");
        response.write(HANDS_OVER.substring(0, 20));
    }

    /** With one connection per worker and event loop, as many requests as there are loops take all of them. */
    private List<CompletableFuture<HttpResponse<String>>> takeEveryConnection(ScriptedWorker decode) {
        List<CompletableFuture<HttpResponse<String>>> holding = new ArrayList<>();
        int loops = Math.max(1, Runtime.getRuntime().availableProcessors());
        for (int i = 1; i <= loops; i++) {
            holding.add(fleet.client.sendAsync(
                    fleet.request(LegFixture.COMPLETIONS, LegFixture.body(false)), BodyHandlers.ofString()));
            int most = i;
            Awaitility.await().until(() -> decode.received().size() == most);
        }
        return holding;
    }

    /** Frees the connections again. */
    private static void answerAll(ScriptedWorker decode, List<CompletableFuture<HttpResponse<String>>> holding) {
        decode.script(LegScripts::good);
        decode.received().subList(0, holding.size()).forEach(LegScripts::good);
        for (CompletableFuture<HttpResponse<String>> request : holding) {
            assertThat(request.join().statusCode())
                    .as("a leg that was sent is not late")
                    .isEqualTo(200);
        }
    }

    @Test
    void decodeThatGetsNoConnectionInTimeIsNeverSent() throws Exception {
        ScriptedWorker prefill = fleet.prefill(LegScripts::handsOver);
        ScriptedWorker decode = fleet.decode(held -> {});
        List<CompletableFuture<HttpResponse<String>>> holding = takeEveryConnection(decode);

        HttpResponse<String> late = fleet.complete(false);

        assertThat(late.statusCode()).isEqualTo(504);
        assertThat(new ObjectMapper().readTree(late.body()).at("/error/code").asText())
                .isEqualTo("hand_off_expired");
        assertThat(prefill.received()).hasSize(holding.size() + 1);
        assertThat(fleet.scrape())
                .containsPattern("warmpath_hand_offs_missing_total\\{outcome=\"failed\",reason=\"expired\",worker=\""
                        + decode.url("127.0.0.1") + "\"\\} 1")
                .containsPattern("warmpath_requests_total\\{[^}]*reason=\"hand_off_expired\"[^}]*\\} 1");

        answerAll(decode, holding);
        assertThat(fleet.complete(false).statusCode()).isEqualTo(200);
        assertThat(decode.received()).as("the late leg is not among them").hasSize(holding.size() + 1);
        fleet.returnsToZero();
    }

    /** The clock begins with the head of prefill's answer, so its body is within it. */
    @Test
    void prefillThatTakesTooLongToSayItIsLeftAndAnotherTriedUnderAnotherId() throws Exception {
        CompletableFuture<ScriptedWorker.Received> stalled = new CompletableFuture<>();
        for (int i = 0; i < 2; i++) {
            fleet.prefill(leg -> {
                if (stalled.complete(leg)) {
                    stalls(leg);
                } else {
                    LegScripts.handsOver(leg);
                }
            });
        }
        ScriptedWorker decode = fleet.decode(LegScripts::good);

        assertThat(fleet.complete(false).statusCode()).isEqualTo(200);

        closedSoon(stalled.join());
        assertThat(decode.received()).hasSize(1);
        assertThat(decode.received().get(0).request().getHeader("x-request-id"))
                .isNotEqualTo(stalled.join().request().getHeader("x-request-id"));
        assertThat(fleet.scrape())
                .containsPattern("warmpath_hand_offs_missing_total\\{outcome=\"failed\",reason=\"expired\"[^}]*\\} 1")
                .containsPattern("warmpath_leg_errors_total\\{reason=\"hand_off_expired\",role=\"prefill\"[^}]*\\} 1");
        fleet.returnsToZero();
    }

    /** Nothing is fetched, so nothing can be foreign. */
    @Test
    void decodeThatComputesByItselfMayBeAsLateAsItLikes() {
        ScriptedWorker prefill = fleet.prefill(LegScripts::handsOver);
        ScriptedWorker decode = fleet.decode(held -> {});
        List<CompletableFuture<HttpResponse<String>>> holding = takeEveryConnection(decode);
        prefill.script(leg -> leg.answer(200, "application/json", "{\"choices\":[]}"));

        CompletableFuture<HttpResponse<String>> late = fleet.client.sendAsync(
                fleet.request(LegFixture.COMPLETIONS, LegFixture.body(false)), BodyHandlers.ofString());
        Awaitility.await().until(() -> prefill.received().size() == holding.size() + 1);
        long since = System.nanoTime();
        Awaitility.await().until(() -> System.nanoTime() - since > 2 * LEASE.toNanos());
        answerAll(decode, holding);

        assertThat(late.join().statusCode()).isEqualTo(200);
        fleet.returnsToZero();
    }
}

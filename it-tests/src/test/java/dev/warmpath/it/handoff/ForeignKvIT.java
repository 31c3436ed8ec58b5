package dev.warmpath.it.handoff;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.pd.PdOptions;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A prefill worker that gives its blocks back before decode has come lets decode read what others have put there, and
 * nobody says so. Both sides of {@code upstream.hand_off_lease} are shown: below the engine's lease and above it.
 */
@Timeout(60)
class ForeignKvIT {

    private static final int PROMPT = 4 * 16;
    private static final Duration ENGINE_LEASE = Duration.ofMillis(400);

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private final SimEngine prefill = engine(Role.PREFILL);
    private final SimEngine decode = engine(Role.DECODE);

    private SimEngine engine(Role role) {
        return fleet.engine(SimEngineConfig.builder(Engine.VLLM, role)
                .protocol(Protocol.VLLM_NIXL)
                .times(TimeModel.instant())
                .pd(PdOptions.defaults().withLease(ENGINE_LEASE))
                .build());
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    @Test
    void decodeThatComesBeforeTheLeaseIsOverReadsItsOwn() {
        HttpResponse<String> answer = decodeWaitsBeyondTheEnginesLease(Duration.ofMillis(100));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(504);
        assertThat(answer.body()).contains("hand_off_expired");
        assertThat(text(fleet.complete(prompt(1, PROMPT)))).isEqualTo(rightText());
        assertThat(prefill.foreignFetches()).isZero();
    }

    /** What an operator gets who sets the router's clock above the engine's; also shows that the test above can fail. */
    @Test
    void decodeThatComesLaterIsAnsweredFromAnothersBlocks() {
        HttpResponse<String> answer = decodeWaitsBeyondTheEnginesLease(Duration.ofMinutes(10));

        assertThat(text(answer)).isNotEqualTo(rightText());
        assertThat(prefill.foreignFetches()).isEqualTo(1);
    }

    /**
     * Requests that need no hand-off take every connection to the decode worker, one per event loop, until the prefill
     * worker has given the blocks of the one under test back.
     */
    private HttpResponse<String> decodeWaitsBeyondTheEnginesLease(Duration routersLease) {
        fleet.use(UpstreamSettings.defaults().withHandOffs(routersLease, 1));
        fleet.router();
        int loops = Math.max(1, Runtime.getRuntime().availableProcessors());
        decode.faults().nextRequests(loops, Fault.hangBeforeHeaders());
        List<CompletableFuture<HttpResponse<String>>> holding = new ArrayList<>();
        for (int i = 1; i <= loops; i++) {
            holding.add(fleet.postAsync("/v1/completions", body("\"n\":2")));
            int most = i;
            Awaitility.await().until(() -> asked(decode) == most);
        }

        CompletableFuture<HttpResponse<String>> late = fleet.completeAsync(prompt(1, PROMPT));
        Awaitility.await().until(() -> prefill.lapsedMeetings() == 1);
        prefill.awaitIdle(Duration.ofSeconds(5));
        assertThat(asked(decode)).isEqualTo(loops);
        holding.forEach(request -> request.cancel(true));
        return late.join();
    }

    private static int asked(SimEngine engine) {
        return engine.requests().of("/v1/completions").size();
    }

    private String body(String more) {
        return "{\"model\":\"" + decode.config().model() + "\",\"prompt\":[1,2,3,4],\"max_tokens\":2," + more + "}";
    }

    /** The answer follows from the prompt, whoever computes it: here the decode worker alone, asked for two. */
    private String rightText() {
        String tokens = Arrays.toString(prompt(1, PROMPT));
        return text(fleet.post(
                "/v1/completions",
                "{\"model\":\"" + decode.config().model() + "\",\"prompt\":" + tokens + ",\"max_tokens\":2,\"n\":2}"));
    }

    private static String text(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body().split("\"text\":\"", 2)[1].split("\"", 2)[0];
    }
}

package dev.warmpath.it.trust;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.feedback.FeedbackStatus;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A router that starts when its engine is warm already, and an engine that cannot replay what it announced before. */
@Timeout(120)
class LearnedBlocksIT {

    private static final int BLOCK = 16;
    private static final int PROMPT = 20 * BLOCK;
    private static final int TAKEN = PROMPT - BLOCK;

    /** Room for the prompt and two others of its length, and not for a third. */
    private static final int SMALL_CACHE = 64;

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    /** An engine that has served the prompt before the router starts. */
    private SimEngine warm() throws IOException, InterruptedException {
        SimEngine engine = fleet.engine(SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                .times(TimeModel.instant())
                .blocks(SMALL_CACHE)
                .events(EventOptions.builder(Engine.VLLM).replay(0, false).build())
                .build());
        String tokens =
                IntStream.of(prompt(1, PROMPT)).mapToObj(Integer::toString).collect(Collectors.joining(","));
        HttpRequest request = HttpRequest.newBuilder(engine.url().resolve("/v1/completions"))
                .timeout(Duration.ofSeconds(20))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"" + engine.config().model() + "\",\"max_tokens\":1,\"prompt\":[" + tokens + "]}"))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        engine.awaitIdle(Duration.ofSeconds(10));
        return engine;
    }

    /** The last bytes of an answer may reach the client before the router has seen its end. */
    private void complete(SimEngine engine, int seed) {
        double before = told();
        assertThat(fleet.complete(prompt(seed, PROMPT)).statusCode()).isEqualTo(200);
        Awaitility.await().untilAsserted(() -> assertThat(told()).isEqualTo(before + 1));
        engine.awaitIdle(Duration.ofSeconds(10));
    }

    /** Answers that told what was cached. */
    private double told() {
        return fleet.scrape()
                .lines()
                .filter(line -> line.startsWith("warmpath_feedback_answers_total{outcome=\"told\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private Worker.Rank rank(SimEngine engine) {
        return fleet.ranks(engine).get(0);
    }

    private FeedbackStatus feedback(SimEngine engine) {
        return rank(engine).candidate().feedback().status();
    }

    private long learned(SimEngine engine) {
        return rank(engine).index().status().learnedBlocks();
    }

    @Test
    void whatWasWarmBeforeIsKnownFromTheFirstAnswerOn() throws Exception {
        SimEngine engine = warm();
        fleet.router();

        complete(engine, 1);
        assertThat(feedback(engine).predictedTokens()).isZero();
        assertThat(feedback(engine).unpredictedTokens()).isEqualTo(TAKEN);
        assertThat(learned(engine)).isEqualTo(TAKEN / BLOCK);

        complete(engine, 1);
        assertThat(feedback(engine).predictedTokens()).isEqualTo(TAKEN);
        assertThat(feedback(engine).actualTokens()).isEqualTo(TAKEN);
        assertThat(fleet.scrape()).containsPattern("warmpath_target_learned_blocks\\{[^}]*} " + TAKEN / BLOCK + "\\.0");
    }

    /** Its removal says a name that the router never heard. */
    @Test
    void whatTheEngineEvictsMisleadsOneRequestAndCostsNoTrust() throws Exception {
        SimEngine engine = warm();
        complete(engine, 1);
        assertThat(learned(engine)).isEqualTo(TAKEN / BLOCK);
        for (int seed = 2; seed < 6; seed++) {
            complete(engine, seed);
        }
        Awaitility.await()
                .untilAsserted(() -> assertThat(rank(engine).index().status().unknownRemovals())
                        .isPositive());
        long before = feedback(engine).predictedTokens();

        complete(engine, 1);

        assertThat(feedback(engine).predictedTokens()).as("misled").isEqualTo(before + TAKEN);
        assertThat(feedback(engine).actualTokens()).as("none of it was there").isEqualTo(before);
        assertThat(learned(engine)).isZero();
        assertThat(feedback(engine).trust()).isEqualTo(1);
    }

    @Test
    void aFlushTakesLearnedBlocksOutToo() throws Exception {
        SimEngine engine = warm();
        complete(engine, 1);
        assertThat(learned(engine)).isEqualTo(TAKEN / BLOCK);

        assertThat(engine.flush()).isTrue();

        fleet.awaitTruth();
        assertThat(learned(engine)).isZero();
    }
}

package dev.warmpath.it.trust;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.feedback.FeedbackReason;
import dev.warmpath.scorer.feedback.FeedbackStatus;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An engine whose cache silently is not what its events say: every event arrives, the stream is live all the time, and
 * only the engine's own count of cached tokens tells.
 */
@Timeout(120)
class FeedbackIT {

    private static final int BLOCK = 16;
    private static final int PROMPT = 20 * BLOCK;
    private static final int TAKEN = PROMPT - BLOCK;

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private SimEngine engine(Engine engine, Role role, Protocol protocol, boolean reports) {
        return fleet.engine(SimEngineConfig.builder(engine, role)
                .protocol(protocol)
                .times(TimeModel.instant())
                .reportCachedTokens(reports)
                .build());
    }

    private Worker.Rank rank(SimEngine engine) {
        return fleet.ranks(engine).get(0);
    }

    private FeedbackStatus feedback(SimEngine engine) {
        return rank(engine).candidate().feedback().status();
    }

    /** Waits until the leg that computed the prompt has been heard: it may end after the client's answer. */
    private void completeAndCompare(SimEngine engine) {
        long before = feedback(engine).compared();
        assertThat(fleet.complete(prompt(1, PROMPT)).statusCode()).isEqualTo(200);
        soon().untilAsserted(() -> assertThat(feedback(engine).compared())
                .as("%s", feedback(engine))
                .isEqualTo(before + 1));
    }

    private static ConditionFactory soon() {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
    }

    private static void forget(SimEngine engine) {
        soon().until(() -> engine.rank(0).forget());
    }

    @ParameterizedTest
    @CsvSource({"SGLANG, NONE", "VLLM, NONE", "SGLANG, SGLANG_BOOTSTRAP", "VLLM, VLLM_NIXL", "VLLM, VLLM_MOONCAKE"})
    void anEngineThatLosesItsCacheWithoutAWordIsDoubtedWithinTwentyRequestsAndBelievedAgain(
            Engine kind, Protocol protocol) {
        boolean pair = protocol != Protocol.NONE;
        SimEngine prefill = engine(kind, pair ? Role.PREFILL : Role.MIXED, protocol, true);
        SimEngine decode = pair ? engine(kind, Role.DECODE, protocol, true) : prefill;
        assertThat(fleet.complete(prompt(1, PROMPT)).statusCode()).isEqualTo(200);
        fleet.awaitTruth();
        completeAndCompare(prefill);
        assertThat(feedback(prefill).reason()).isEqualTo(FeedbackReason.CONFIRMED);
        assertThat(feedback(prefill).predictedTokens()).isEqualTo(TAKEN);
        assertThat(feedback(prefill).actualTokens()).isEqualTo(TAKEN);

        for (int i = 0; i < 20; i++) {
            forget(prefill);
            completeAndCompare(prefill);
        }

        assertThat(feedback(prefill).trust()).isLessThan(0.3);
        assertThat(feedback(prefill).reason()).isEqualTo(FeedbackReason.CACHE_LOST);
        assertThat(rank(prefill).candidate().streamTrust()).isEqualTo(1);
        assertThat(rank(prefill).candidate().trust())
                .isEqualTo(feedback(prefill).trust());
        assertThat(feedback(prefill).tokensDiffer()).isZero();
        if (pair) {
            assertThat(feedback(decode).trust()).isEqualTo(1);
            assertThat(feedback(decode).compared()).isZero();
        }

        for (int i = 0; i < 20; i++) {
            completeAndCompare(prefill);
        }

        assertThat(feedback(prefill).trust()).isGreaterThan(0.8);
        assertThat(feedback(prefill).reason()).isEqualTo(FeedbackReason.CONFIRMED);
    }

    @Test
    void metricsTellWhatWasPredictedAndWhatWasThere() {
        SimEngine liar = engine(Engine.VLLM, Role.MIXED, Protocol.NONE, true);
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();
        for (int i = 0; i < 20; i++) {
            forget(liar);
            completeAndCompare(liar);
        }

        assertThat(fleet.scrape())
                .containsPattern(
                        "warmpath_predicted_cached_tokens_total\\{[^}]*rank=\"0\"[^}]*} " + (20 * TAKEN) + "\\.0")
                .containsPattern("warmpath_actual_cached_tokens_total\\{[^}]*rank=\"0\"[^}]*} 0\\.0")
                .containsPattern("warmpath_feedback_reason\\{[^}]*reason=\"never-cached\"[^}]*} 1\\.0");
    }

    @Test
    void anEngineThatDoesNotReportKeepsItsTrustAndIsCounted() {
        SimEngine silent = engine(Engine.VLLM, Role.MIXED, Protocol.NONE, false);
        for (int i = 0; i < 6; i++) {
            fleet.complete(prompt(1, PROMPT));
            fleet.awaitTruth();
        }

        soon().untilAsserted(() -> assertThat(feedback(silent).notReported()).isEqualTo(6));
        assertThat(feedback(silent).trust()).isEqualTo(1);
        assertThat(feedback(silent).reason()).isEqualTo(FeedbackReason.NOT_REPORTED);
        assertThat(feedback(silent).compared()).isZero();
        assertThat(fleet.scrape())
                .containsPattern("warmpath_feedback_answers_total\\{outcome=\"not_reported\"[^}]*} 6\\.0");
    }

    @Test
    void aStreamTellsWhereItsClientAsksForUsage() {
        SimEngine engine = engine(Engine.SGLANG, Role.MIXED, Protocol.NONE, true);
        stream("");
        fleet.awaitTruth();
        stream("");
        assertThat(feedback(engine).compared()).isZero();
        assertThat(fleet.scrape())
                .containsPattern("warmpath_feedback_answers_total\\{outcome=\"no_usage\"[^}]*} 2\\.0");

        stream(",\"stream_options\":{\"include_usage\":true}");

        assertThat(feedback(engine).compared()).isEqualTo(1);
        assertThat(feedback(engine).actualTokens()).isEqualTo(TAKEN);
    }

    private void stream(String options) {
        String tokens =
                IntStream.of(prompt(1, PROMPT)).mapToObj(Integer::toString).collect(Collectors.joining(","));
        assertThat(fleet.post(
                                "/v1/completions",
                                "{\"model\":\"" + model() + "\",\"stream\":true,\"max_tokens\":2,\"prompt\":[" + tokens
                                        + "]" + options + "}")
                        .body())
                .endsWith("data: [DONE]\n\n");
    }

    private static String model() {
        return SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).build().model();
    }
}

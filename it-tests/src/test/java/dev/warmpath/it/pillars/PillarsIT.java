package dev.warmpath.it.pillars;

import static dev.warmpath.it.support.SimulatedFleet.prefillOf;
import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Each test fails when the thing it is named after is taken out: sequence tracking, restart detection, per-rank streams,
 * explicit weights, atomic booking, tie-breaking.
 */
@Timeout(120)
class PillarsIT {

    private static final int BLOCK = 16;
    private static final int PROMPT = 20 * BLOCK;

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private SimEngine mixed(int ranks, TimeModel times) {
        return fleet.engine(SimEngineConfig.builder(Engine.SGLANG, Role.MIXED)
                .ranks(ranks)
                .times(times)
                .build());
    }

    /** Without it, a batch that got lost on the way leaves the index wrong for good. */
    @Test
    void sequenceTracking() {
        SimEngine engine = mixed(1, TimeModel.instant());
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();

        engine.rank(0).faults().loseNext(1);
        fleet.complete(prompt(2, PROMPT));
        fleet.complete(prompt(3, PROMPT));

        fleet.awaitTruth();
        assertThat(fleet.stream(engine, 0).gaps()).isPositive();
        assertThat(fleet.stream(engine, 0).lost()).isZero();
    }

    /** Without it, a restarted engine keeps attracting the prompts that it has forgotten. */
    @Test
    void restartDetection() {
        SimEngine forgetful = mixed(1, TimeModel.instant());
        mixed(1, TimeModel.instant());
        String warm = new Target(forgetful.url().toString(), 0).toString();
        int seed = 1;
        while (!prefillOf(fleet.complete(prompt(seed, PROMPT))).equals(warm)) {
            seed++;
        }
        fleet.awaitTruth();
        assertThat(prefillOf(fleet.complete(prompt(seed, PROMPT)))).isEqualTo(warm);

        forgetful.restart();

        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(fleet.stream(forgetful, 0).restarts()).isPositive());
        fleet.awaitLive();
        fleet.awaitTruth();
        HttpResponse<String> after = fleet.complete(prompt(seed, PROMPT));
        assertThat(prefillOf(after)).isNotEmpty();
        fleet.awaitTruth();
    }

    /** Without them, what one rank holds is credited to another rank of the same worker. */
    @Test
    void perRankStreams() {
        SimEngine engine = mixed(4, TimeModel.instant());
        Map<Integer, String> first = new HashMap<>();
        for (int seed = 1; seed <= 16; seed++) {
            first.put(seed, prefillOf(fleet.complete(prompt(seed, PROMPT))));
        }
        assertThat(first.values())
                .as("all ranks were used")
                .contains(target(engine, 0), target(engine, 1), target(engine, 2), target(engine, 3));
        fleet.awaitTruth();

        for (int seed = 1; seed <= 16; seed++) {
            HttpResponse<String> again = fleet.complete(prompt(seed, PROMPT));
            assertThat(prefillOf(again)).as("prompt %d", seed).isEqualTo(first.get(seed));
            assertThat(SimulatedFleet.cachedTokens(again)).isEqualTo(PROMPT - BLOCK);
        }
    }

    private static String target(SimEngine engine, int rank) {
        return new Target(engine.url().toString(), rank).toString();
    }

    /** Without them, a fleet runs on weights that nobody chose. */
    @Test
    void explicitWeights() {
        String file = """
                scoring:
                  prefill: {overlap_weight: 20.0}
                models: [{name: m}]
                workers: [{url: "http://127.0.0.1:1", role: mixed, engine: sglang, models: [m]}]
                """;

        LoadResult result = ConfigLoader.loadText(file, Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);

        assertThat(result).isInstanceOf(LoadResult.Refused.class);
        assertThat(((LoadResult.Refused) result).problems())
                .extracting(problem -> problem.path())
                .contains("scoring.decode.overlap_weight", "scoring.mixed.overlap_weight");
    }

    /** Scenario 35. Without it, a burst is scored on one snapshot and lands on one worker. */
    @Test
    void atomicBooking() {
        List<SimEngine> engines = new ArrayList<>();
        // Slow enough that no request of the burst ends before the last one has been placed.
        TimeModel slow = TimeModel.defaults().withPrefillTokensPerSecond(20_000).withSpeed(1);
        for (int i = 0; i < 4; i++) {
            engines.add(mixed(1, slow));
        }
        fleet.router();

        List<CompletableFuture<HttpResponse<String>>> burst = new ArrayList<>();
        for (int seed = 0; seed < 256; seed++) {
            burst.add(fleet.completeAsync(prompt(seed, PROMPT)));
        }
        burst.forEach(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));

        for (SimEngine engine : engines) {
            assertThat(engine.requests().of("/v1/completions"))
                    .as(engine.url().toString())
                    .hasSizeBetween(60, 68);
        }
    }

    /** Scenario 34. Without it, idle fleets send everything to the first worker of the list. */
    @Test
    void tieBreaking() {
        Map<String, Integer> count = new HashMap<>();
        for (int i = 0; i < 2; i++) {
            mixed(2, TimeModel.instant());
        }
        for (int seed = 0; seed < 400; seed++) {
            count.merge(prefillOf(fleet.complete(prompt(seed, BLOCK - 1))), 1, Integer::sum);
        }
        assertThat(count).hasSize(4);
        assertThat(count.values()).allSatisfy(n -> assertThat(n).isBetween(60, 140));
    }
}

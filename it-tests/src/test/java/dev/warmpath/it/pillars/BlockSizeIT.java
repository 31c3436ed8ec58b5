package dev.warmpath.it.pillars;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenario 87: a block size that differs from configuration has a name, and no other worker suffers from it. */
@Timeout(60)
class BlockSizeIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    @Test
    void mismatchIsNamedAndTheOtherWorkerKeepsItsAffinity() throws Exception {
        SimEngine right = engine(64);
        SimEngine wrong = engine(16);
        fleet.configure(wrong, settings -> settings.withBlockSize(64));

        Map<String, Integer> firstByTarget = new HashMap<>();
        for (int seed = 1; seed <= 8; seed++) {
            firstByTarget.putIfAbsent(SimulatedFleet.prefillOf(fleet.complete(SimulatedFleet.prompt(seed, 640))), seed);
        }
        right.awaitIdle(java.time.Duration.ofSeconds(10));

        Awaitility.await().untilAsserted(() -> {
            assertThat(state(wrong)).isEqualTo("mismatch");
            assertThat(state(right)).isEqualTo("configured");
        });
        String warm = right.url() + "#0";
        int seed = firstByTarget.getOrDefault(warm, 0);
        assertThat(seed).as("both workers were used").isPositive();
        HttpResponse<String> again = fleet.complete(SimulatedFleet.prompt(seed, 640));
        assertThat(SimulatedFleet.prefillOf(again)).isEqualTo(warm);
        assertThat(SimulatedFleet.cachedTokens(again)).isEqualTo(640 - 64);
    }

    private SimEngine engine(int blockSize) {
        return fleet.engine(SimEngineConfig.builder(Engine.SGLANG, Role.MIXED)
                .blockSize(blockSize)
                .times(TimeModel.instant())
                .build());
    }

    private String state(SimEngine engine) throws Exception {
        URI workers = URI.create("http://127.0.0.1:" + fleet.router().adminPort() + "/admin/workers");
        String body = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(workers).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        for (JsonNode worker : JSON.readTree(body).path("workers")) {
            if (worker.path("url").asText().equals(engine.url().toString())) {
                return worker.at("/ranks/0/block_size_state").asText();
            }
        }
        return "no such worker";
    }
}

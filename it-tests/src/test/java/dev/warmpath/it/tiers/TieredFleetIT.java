package dev.warmpath.it.tiers;

import static dev.warmpath.it.support.SimulatedFleet.cachedTokens;
import static dev.warmpath.it.support.SimulatedFleet.prefillOf;
import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Scenario 13 end to end: what a rank holds on its GPU, in CPU memory and on disk is credited by tier, and one tier's loss
 * is not another's. SGLang tells of its host tier as HiCache does, vLLM as its offloading connector does by default: in
 * placeholders without tokens.
 */
@Timeout(60)
class TieredFleetIT {

    private static final int BLOCK = 16;
    private static final int PROMPT_BLOCKS = 20;
    private static final int PROMPT = PROMPT_BLOCKS * BLOCK;

    /** Room for two prompts and their answers, and not for a third. */
    private static final int SMALL = 2 * PROMPT_BLOCKS + 8;

    private static final int LARGE = 40 * PROMPT_BLOCKS;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private SimEngine engine(Engine engine, UnaryOperator<SimEngineConfig.Builder> more) {
        EventOptions events =
                EventOptions.builder(engine).placeholders(engine == Engine.VLLM).build();
        return fleet.engine(
                more.apply(SimEngineConfig.builder(engine, Role.MIXED).blockSize(BLOCK))
                        .times(TimeModel.instant())
                        .events(events)
                        .build());
    }

    /** Blocks of a prompt by tier, as explain tells them of one worker: device, host, disk. */
    private List<Integer> overlap(SimEngine engine, int seed) throws IOException, InterruptedException {
        String tokens =
                IntStream.of(prompt(seed, PROMPT)).mapToObj(Integer::toString).collect(Collectors.joining(","));
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                + fleet.router().adminPort() + "/admin/explain?endpoint=/v1/completions"))
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"model\":\"" + engine.config().model() + "\",\"prompt\":[" + tokens + "]}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        for (JsonNode row : JSON.readTree(answer.body()).path("candidates")) {
            if (row.path("target").asText().equals(engine.url() + "#0")) {
                JsonNode overlap = row.path("overlap");
                return List.of(
                        overlap.path("device").asInt(),
                        overlap.path("host").asInt(),
                        overlap.path("disk").asInt());
            }
        }
        throw new AssertionError(engine.url() + " is no candidate: " + answer.body());
    }

    private SimEngine servedBy(List<SimEngine> engines, HttpResponse<String> answer) {
        return engines.stream()
                .filter(engine -> prefillOf(answer).startsWith(engine.url() + "#"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void promptThatOnlyTheHostHoldsGoesBackThere(Engine kind) throws Exception {
        List<SimEngine> engines = List.of(
                engine(kind, it -> it.blocks(SMALL).hostBlocks(LARGE)),
                engine(kind, it -> it.blocks(SMALL).hostBlocks(LARGE)));
        SimEngine warm = servedBy(engines, fleet.complete(prompt(1, PROMPT)));
        fleet.awaitTruth();
        assertThat(overlap(warm, 1)).containsExactly(PROMPT_BLOCKS, 0, 0);

        for (int seed = 2; seed < 10; seed++) {
            fleet.complete(prompt(seed, PROMPT));
        }
        fleet.awaitTruth();
        assertThat(overlap(warm, 1)).as("the device has evicted it").containsExactly(0, PROMPT_BLOCKS, 0);

        HttpResponse<String> again = fleet.complete(prompt(1, PROMPT));

        assertThat(servedBy(engines, again)).isSameAs(warm);
        assertThat(cachedTokens(again)).isEqualTo(PROMPT - BLOCK);
        assertThat(warm.rank(0).lowerTier(Tier.HOST).readBlocks()).isEqualTo(PROMPT_BLOCKS - 1);
        fleet.awaitTruth();
        assertThat(overlap(warm, 1)).as("loaded back").containsExactly(PROMPT_BLOCKS, 0, 0);
        assertThat(fleet.ranks(warm).get(0).index().status().unknownPlaceholders())
                .isZero();
    }

    @Test
    void hostThatLosesItsCopyCostsTheDeviceNothing() throws Exception {
        SimEngine engine = engine(Engine.VLLM, it -> it.blocks(LARGE).hostBlocks(SMALL));
        for (int seed = 1; seed < 6; seed++) {
            fleet.complete(prompt(seed, PROMPT));
        }
        fleet.awaitTruth();

        assertThat(engine.rank(0).truth().host())
                .as("the first has been evicted")
                .hasSize(SMALL);
        assertThat(overlap(engine, 1)).containsExactly(PROMPT_BLOCKS, 0, 0);
        assertThat(fleet.ranks(engine).get(0).index().blocks(Tier.HOST)).isEqualTo(SMALL);
    }

    @Test
    void eachBlockCountsForTheBestTierThatHoldsIt() throws Exception {
        SimEngine engine = engine(
                Engine.SGLANG, it -> it.blocks(SMALL).hostBlocks(2 * SMALL).diskBlocks(LARGE));
        for (int seed = 1; seed < 10; seed++) {
            fleet.complete(prompt(seed, PROMPT));
        }
        fleet.awaitTruth();

        assertThat(overlap(engine, 1)).containsExactly(0, 0, PROMPT_BLOCKS);
        assertThat(overlap(engine, 7)).containsExactly(0, PROMPT_BLOCKS, 0);
        assertThat(overlap(engine, 9)).containsExactly(PROMPT_BLOCKS, 0, 0);
    }

    @Test
    void flushTakesAllTiers() throws Exception {
        SimEngine engine = engine(Engine.SGLANG, it -> it.hostBlocks(LARGE).diskBlocks(LARGE));
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();

        assertThat(engine.flush()).isTrue();

        fleet.awaitTruth();
        assertThat(overlap(engine, 1)).containsExactly(0, 0, 0);
    }
}

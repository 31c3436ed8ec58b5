package dev.warmpath.it.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.support.SimulatedFleet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocks are credited within the adapter and the salt that they were computed under, and nowhere else. */
@Timeout(60)
class NamespacesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BLOCK = 4;
    private static final int TOKENS = 64;

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private SimEngine engine(Engine engine, String... adapters) {
        return fleet.engine(SimEngineConfig.builder(engine, Role.MIXED)
                .model("m")
                .adapters(adapters)
                .blockSize(BLOCK)
                .speed(0)
                .build());
    }

    private void adaptersInConfiguration(String... names) {
        fleet.configureRouter(
                settings -> settings.withModels(List.of(new ModelSettings("m", null, false, null, List.of(names)))));
    }

    private static String body(String model, @Nullable String more) {
        StringBuilder tokens = new StringBuilder();
        for (int i = 1; i <= TOKENS; i++) {
            tokens.append(i == 1 ? "" : ",").append(i);
        }
        return "{\"model\":\"" + model + "\",\"prompt\":[" + tokens + "],\"max_tokens\":1"
                + (more == null ? "" : "," + more) + "}";
    }

    private HttpResponse<String> complete(String model, @Nullable String more) {
        HttpResponse<String> answer = fleet.post("/v1/completions", body(model, more));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        fleet.awaitTruth();
        return answer;
    }

    /** Leading blocks that some target is believed to hold of this request. */
    private int credited(String model, @Nullable String more) throws IOException, InterruptedException {
        URI explain = URI.create(
                "http://127.0.0.1:" + fleet.router().adminPort() + "/admin/explain?endpoint=/v1/completions");
        String answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(explain)
                                .POST(HttpRequest.BodyPublishers.ofString(body(model, more)))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        int most = 0;
        for (JsonNode candidate : JSON.readTree(answer).path("candidates")) {
            most = Math.max(most, candidate.at("/overlap/device").asInt());
        }
        return most;
    }

    /** Scenario 27. */
    @Test
    void baseAndAdapterEachFollowTheirOwnBlocksAndNeverTheOthers() throws Exception {
        List<SimEngine> engines = List.of(engine(Engine.VLLM, "ad1", "ad2"), engine(Engine.VLLM, "ad1", "ad2"));
        adaptersInConfiguration("ad1", "ad2");

        String base = SimulatedFleet.prefillOf(complete("m", null));
        assertThat(credited("ad1", null))
                .as("the base model's blocks, to an adapter")
                .isZero();
        String adapter = SimulatedFleet.prefillOf(complete("ad1", null));

        assertThat(adapter).isNotEqualTo(base);
        assertThat(credited("m", null)).isEqualTo(TOKENS / BLOCK);
        assertThat(credited("ad1", null)).isEqualTo(TOKENS / BLOCK);
        assertThat(credited("ad2", null)).as("another adapter").isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(SimulatedFleet.prefillOf(complete("m", null))).isEqualTo(base);
            HttpResponse<String> again = complete("ad1", null);
            assertThat(SimulatedFleet.prefillOf(again)).isEqualTo(adapter);
            assertThat(SimulatedFleet.cachedTokens(again)).isEqualTo(TOKENS - BLOCK);
        }

        engines.forEach(SimEngine::flush);
        fleet.awaitTruth();
        assertThat(credited("m", null) + credited("ad1", null))
                .as("all removed")
                .isZero();
    }

    /** Scenario 28. */
    @Test
    void saltedBlocksAreCreditedUnderTheirOwnSaltOnly() throws Exception {
        engine(Engine.VLLM);
        engine(Engine.VLLM);
        String salted = SimulatedFleet.prefillOf(complete("m", "\"cache_salt\":\"tenantA\""));

        assertThat(credited("m", null)).isZero();
        assertThat(credited("m", "\"cache_salt\":\"tenantB\"")).isZero();
        assertThat(credited("m", "\"cache_salt\":\"tenantA\"")).isEqualTo(TOKENS / BLOCK);
        HttpResponse<String> again = complete("m", "\"cache_salt\":\"tenantA\"");
        assertThat(SimulatedFleet.prefillOf(again)).isEqualTo(salted);
        assertThat(SimulatedFleet.cachedTokens(again))
                .as("the salt reached the worker")
                .isEqualTo(TOKENS - BLOCK);
    }

    /** SGLang's events tell the salt and not the extra key: nobody may take a keyed request's blocks for their own. */
    @Test
    void extraKeyKeepsRequestsApartEvenWhereTheirSaltIsTheSame() throws Exception {
        engine(Engine.SGLANG);
        complete("m", "\"cache_salt\":\"s\"");

        assertThat(credited("m", "\"cache_salt\":\"s\"")).isEqualTo(TOKENS / BLOCK);
        assertThat(credited("m", "\"cache_salt\":\"s\",\"extra_key\":\"k\"")).isZero();
        assertThat(credited("m", "\"extra_key\":\"s\"")).isZero();
    }

    @Test
    void adapterGoesOnlyToWorkersThatListItAndIsListedItself() throws Exception {
        SimEngine without = engine(Engine.VLLM);
        SimEngine with = engine(Engine.VLLM, "sql");
        fleet.configureRouter(settings -> settings.withHealth(
                new HealthSettings(true, "/health", Duration.ofMillis(100), Duration.ofSeconds(5), 3, 2)));
        fleet.router();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> models().contains("\"id\":\"sql\""));

        for (int i = 0; i < 4; i++) {
            assertThat(SimulatedFleet.prefillOf(complete("sql", null)))
                    .startsWith(with.url().toString());
        }

        assertThat(without.requests().all()).noneMatch(request -> request.path().startsWith("/v1/completions"));
        assertThat(models()).contains("\"parent\":\"m\"");
        assertThat(fleet.post("/v1/completions", body("other", null)).statusCode())
                .isEqualTo(404);
    }

    @Test
    void adapterThatNoWorkerListsAnyMoreIsUnavailable() throws Exception {
        engine(Engine.VLLM);
        fleet.configureRouter(settings -> settings.withModels(
                        List.of(new ModelSettings("m", null, false, null, List.of("gone"))))
                .withHealth(new HealthSettings(true, "/health", Duration.ofMillis(100), Duration.ofSeconds(5), 3, 2)));
        fleet.router();
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> fleet.post("/v1/completions", body("gone", null)).statusCode() == 503);
        assertThat(fleet.post("/v1/completions", body("gone", null)).body()).contains("adapter");
    }

    private String models() throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        "http://127.0.0.1:" + fleet.router().port() + "/v1/models"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}

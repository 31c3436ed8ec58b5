package dev.warmpath.it.detect;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.it.sim.EnginePorts;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.http.ReceivedRequest;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No worker gets a request before it is known which engine it runs, and every reason for that has a name. */
@Timeout(60)
class EngineDetectionIT {

    private static final String KEY = "worker-key";

    private static final HealthSettings PROBED =
            new HealthSettings(true, "/health", Duration.ofMillis(100), Duration.ofSeconds(5), 2, 1);

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private SimEngine engine(SimEngineConfig.Builder builder) {
        return fleet.engine(builder.times(TimeModel.instant()).build());
    }

    private static SimEngineConfig.Builder mixed(Engine engine) {
        return SimEngineConfig.builder(engine, Role.MIXED);
    }

    /** An engine whose configuration says where it is, and not what. */
    private SimEngine undeclared(SimEngineConfig.Builder builder) {
        SimEngine engine = engine(builder);
        fleet.configure(engine, EngineDetectionIT::undeclared);
        return engine;
    }

    private static WorkerSettings undeclared(WorkerSettings worker) {
        return worker.withEngine(null).withoutEvents();
    }

    /** Its configuration names the engine; asked is who is probed. */
    private static WorkerSettings declared(WorkerSettings worker, Engine engine) {
        return worker.withEngine(engine).withoutEvents().withHealth(PROBED);
    }

    private void awaitMismatches(URI url, String expected) {
        await().untilAsserted(() -> {
            JsonNode detection = fleet.worker(url).path("detection");
            assertThat(detection.path("detail").asText()).isEqualTo("/v1/models");
            assertThat(detection.path("mismatches").toString()).isEqualTo(expected);
        });
    }

    private int status(int seed) {
        return fleet.complete(prompt(seed, 64)).statusCode();
    }

    private void awaitDetected(URI url, String engine) {
        await().untilAsserted(() -> {
            JsonNode worker = fleet.worker(url);
            assertThat(worker.path("engine").asText()).as(worker.toString()).isEqualTo(engine);
            assertThat(worker.path("engine_source").asText()).isEqualTo("detected");
            assertThat(worker.path("state").asText()).isEqualTo("active");
        });
    }

    private void awaitUnknown(URI url, String state) {
        await().untilAsserted(() -> {
            JsonNode worker = fleet.worker(url);
            assertThat(worker.at("/detection/state").asText())
                    .as(worker.toString())
                    .isEqualTo(state);
            assertThat(worker.path("engine").isNull()).isTrue();
            assertThat(worker.path("state").asText()).isEqualTo("undetected");
        });
        assertThat(fleet.scrape())
                .containsPattern(
                        "warmpath_worker_engine\\{[^}]*state=\"" + state + "\"[^}]*worker=\"" + url + "\"\\} 1");
    }

    private static List<ReceivedRequest> posts(SimEngine engine) {
        return engine.requests().all().stream()
                .filter(request -> request.method().equals("POST"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void engineThatIsNotConfiguredIsDetectedAndServes(Engine engine) {
        SimEngine worker = undeclared(mixed(engine));

        awaitDetected(worker.url(), engine.name().toLowerCase(Locale.ROOT));

        assertThat(status(1)).isEqualTo(200);
        assertThat(fleet.worker(worker.url()).at("/detection/mismatches")).isEmpty();
    }

    @Test
    void engineThatIsConfiguredIsNotAskedForWhereProbesAreOff() {
        SimEngine worker = engine(mixed(Engine.VLLM));

        assertThat(status(1)).isEqualTo(200);

        JsonNode told = fleet.worker(worker.url());
        assertThat(told.path("engine").asText()).isEqualTo("vllm");
        assertThat(told.path("engine_source").asText()).isEqualTo("configured");
        assertThat(worker.requests().all()).hasSize(1);
    }

    /** Scenario 80 (a): the router serves through the other, and the one that was down joins when it comes up. */
    @Test
    void workerThatIsDownWhenTheRouterStartsJoinsWhenItComesUp() {
        SimEngine up = engine(mixed(Engine.SGLANG));
        SimEngine down = undeclared(mixed(Engine.SGLANG));
        down.refuseConnections(true);

        awaitUnknown(down.url(), "unreachable");
        for (int seed = 1; seed <= 4; seed++) {
            assertThat(status(seed)).isEqualTo(200);
        }
        assertThat(posts(up)).hasSize(4);

        down.refuseConnections(false);
        awaitDetected(down.url(), "sglang");
        fleet.router().fleet().drain(up.url().toString(), true);
        assertThat(status(5)).isEqualTo(200);
        assertThat(posts(down)).hasSize(1);
    }

    /** Scenario 76: introspection uses the worker's key. */
    @Test
    void introspectionUsesTheWorkersKey() {
        SimEngine worker = undeclared(mixed(Engine.SGLANG).apiKey(KEY));

        awaitDetected(worker.url(), "sglang");

        assertThat(status(1)).isEqualTo(200);
        assertThat(worker.requests().of("/v1/models")).isNotEmpty();
        assertThat(worker.requests().all())
                .allSatisfy(
                        request -> assertThat(request.header("authorization")).containsExactly("Bearer " + KEY));
    }

    /** Scenario 89 b. */
    @Test
    void workerThatRefusesItsKeyIsNamedSoAndGetsNoRequest() {
        SimEngine worker = engine(mixed(Engine.VLLM).apiKey(KEY));
        fleet.configure(worker, w -> undeclared(w).withApiKey(null));

        awaitUnknown(worker.url(), "unauthorised");

        HttpResponse<String> answer = fleet.complete(prompt(1, 64));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("undetected");
        assertThat(posts(worker)).isEmpty();
    }

    /** Something else may listen there, and be replaced by an engine later. */
    @Test
    void answersOfNoEngineAreNamedSoUntilOneAnswers() {
        SimEngine worker = undeclared(mixed(Engine.VLLM));
        worker.faults().always(path -> true, Fault.status(200, "{\"hello\":\"world\"}"));

        awaitUnknown(worker.url(), "unrecognised");
        assertThat(fleet.worker(worker.url()).at("/detection/detail").asText()).contains("/v1/models", "/version");

        worker.faults().clear();
        awaitDetected(worker.url(), "vllm");
    }

    /** Engines open their port before they are ready, and gateways answer for engines that are not there. */
    @Test
    void workerThatIsNotReadyIsAskedAgain() {
        SimEngine worker = undeclared(mixed(Engine.VLLM));
        worker.faults().always(path -> true, Fault.status(503, "{}"));

        awaitUnknown(worker.url(), "unreachable");

        worker.faults().clear();
        awaitDetected(worker.url(), "vllm");
    }

    /** The surest question is not answered by everyone who stands between. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void engineIsDetectedByItsOtherAnswersWhereModelsTellNothing(Engine engine) {
        SimEngine worker = undeclared(mixed(engine));
        worker.faults().always("/v1/models"::equals, Fault.status(404, "{}"));

        awaitDetected(worker.url(), engine.name().toLowerCase(Locale.ROOT));
    }

    @Test
    void workerThatComesBackMayRunTheOtherEngine() {
        SimEngine before = undeclared(mixed(Engine.SGLANG));
        awaitDetected(before.url(), "sglang");
        assertThat(status(1)).isEqualTo(200);
        EnginePorts ports = before.ports();

        before.stop();
        assertThat(status(2)).isGreaterThanOrEqualTo(500);
        await().untilAsserted(() -> {
            JsonNode worker = fleet.worker(before.url());
            assertThat(worker.at("/detection/state").asText()).isEqualTo("unreachable");
            assertThat(worker.path("engine").isNull()).isTrue();
        });
        try (SimEngine after = SimEngine.start(
                mixed(Engine.VLLM).times(TimeModel.instant()).ports(ports).build())) {
            awaitDetected(after.url(), "vllm");
            await().untilAsserted(() -> assertThat(status(3)).isEqualTo(200));
        }
    }

    @Test
    void whatAnEngineSaysOtherwiseIsNamedAndConfigurationHolds() {
        SimEngine worker = engine(mixed(Engine.SGLANG).ranks(0, 2));
        fleet.configure(worker, w -> undeclared(w).withRanks(1).withBlockSize(32));
        awaitDetected(worker.url(), "sglang");

        JsonNode told = fleet.worker(worker.url());

        assertThat(told.at("/detection/mismatches").toString())
                .isEqualTo("[{\"key\":\"dp_size\",\"configured\":\"1\",\"told\":\"2\"},"
                        + "{\"key\":\"block_size\",\"configured\":\"32\",\"told\":\"16\"}]");
        assertThat(told.path("dp_size").asInt()).isEqualTo(1);
        assertThat(told.path("block_size").asInt()).isEqualTo(32);
        assertThat(fleet.scrape()).containsPattern("warmpath_worker_mismatches\\{[^}]*\\} 2");
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void configuredEngineThatAgreesIsComparedOnce(Engine engine) {
        SimEngine worker = engine(mixed(engine).apiKey(KEY));
        fleet.configure(worker, w -> declared(w, engine));

        awaitMismatches(worker.url(), "[]");
        // What it serves is asked again and again, for adapters come and go; what it is, once.
        String account = engine == Engine.SGLANG ? "/server_info" : "/version";
        int asked = worker.requests().of(account).size();
        int probed = worker.requests().of("/health").size();

        await().until(() -> worker.requests().of("/health").size() >= probed + 3);
        assertThat(worker.requests().of(account)).hasSize(asked).hasSize(1);
        assertThat(worker.requests().of(account).get(0).header("authorization")).containsExactly("Bearer " + KEY);
        assertThat(fleet.worker(worker.url()).at("/detection/state").asText()).isEqualTo("configured");
    }

    @Test
    void configuredEngineThatContradictsServesAndIsNamedUntilItComesBackRight() {
        SimEngine wrong = engine(mixed(Engine.SGLANG).ranks(0, 2));
        fleet.configure(wrong, w -> declared(w, Engine.SGLANG).withRanks(1).withBlockSize(32));
        EnginePorts ports = wrong.ports();

        awaitMismatches(
                wrong.url(),
                "[{\"key\":\"dp_size\",\"configured\":\"1\",\"told\":\"2\"},"
                        + "{\"key\":\"block_size\",\"configured\":\"32\",\"told\":\"16\"}]");
        await().untilAsserted(() -> assertThat(status(1)).isEqualTo(200));
        assertThat(fleet.scrape()).containsPattern("warmpath_worker_mismatches\\{[^}]*\\} 2");

        wrong.stop();
        await().untilAsserted(() ->
                assertThat(fleet.worker(wrong.url()).path("state").asText()).isNotEqualTo("active"));
        try (SimEngine right = SimEngine.start(mixed(Engine.SGLANG)
                .blockSize(32)
                .times(TimeModel.instant())
                .ports(ports)
                .build())) {
            awaitMismatches(right.url(), "[]");
        }
    }

    /** Requests are still written as configuration says, so no worse is made of it. */
    @Test
    void otherEngineThanTheConfiguredOneIsNamed() {
        SimEngine worker = engine(mixed(Engine.VLLM));
        fleet.configure(worker, w -> declared(w, Engine.SGLANG));

        awaitMismatches(worker.url(), "[{\"key\":\"engine\",\"configured\":\"sglang\",\"told\":\"vllm\"}]");
        JsonNode told = fleet.worker(worker.url());
        assertThat(told.path("engine").asText()).isEqualTo("sglang");
        assertThat(told.at("/detection/state").asText()).isEqualTo("configured");
    }
}

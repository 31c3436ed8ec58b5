package dev.warmpath.it.lifecycle;

import static dev.warmpath.it.lifecycle.RouterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.legs.LegScripts;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Active health checks, with real workers to ask. */
@Timeout(60)
class HealthIT {

    private final RouterUnderTest fleet = new RouterUnderTest();

    @BeforeEach
    void probe() {
        fleet.health = RouterUnderTest.PROBED;
    }

    @AfterEach
    void tearDown() {
        fleet.returnsToZero();
        fleet.close();
    }

    private static void refuse(ScriptedWorker.Received probe) {
        probe.answer(503, "text/plain", "");
    }

    private static void fine(ScriptedWorker.Received probe) {
        probe.answer(200, "text/plain", "");
    }

    private void awaitHealth(ScriptedWorker worker, String state) {
        await().atMost(SOON).until(() -> fleet.healthOf(worker).equals(state));
    }

    /** Scenario 80 (a). */
    @Test
    void workerThatIsDeadAtTheStartDoesNotStopTheRouterAndJoinsWhenItComesUp() throws Exception {
        try (SimEngine late = SimEngine.start(
                SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).model("m").build())) {
            late.stop();
            fleet.add(late.workerSettings());
            ScriptedWorker alive = fleet.mixed(LegScripts::good);
            String id = late.url().toString();
            await().atMost(SOON)
                    .until(() -> fleet.worker(id).at("/health/state").asText().equals("starting"));

            for (int i = 0; i < 10; i++) {
                assertThat(fleet.status()).isEqualTo(200);
            }
            assertThat(alive.received()).hasSize(10);
            assertThat(fleet.worker(id).at("/health/reason").asText()).isEqualTo("connect");

            late.restart();
            await().atMost(SOON)
                    .until(() -> fleet.worker(id).at("/state").asText().equals("active"));
            await().atMost(SOON).until(() -> {
                assertThat(fleet.status()).isEqualTo(200);
                return !late.requests().of("/v1/completions").isEmpty();
            });
            fleet.returnsToZero();
        }
    }

    /** Scenario 80 (c). */
    @Test
    void workerThatAnswersNothingLeavesAfterItsThresholdAndDelaysNobody() throws Exception {
        HealthSettings impatient =
                new HealthSettings(true, "/health", Duration.ofMillis(50), Duration.ofMillis(300), 3, 2);
        ScriptedWorker hanging = fleet.started(LegScripts::silent);
        fleet.add(RouterUnderTest.settings(RouterUnderTest.url(hanging), 1, null, impatient));
        ScriptedWorker other = fleet.mixed(LegScripts::good);
        fleet.requestTimeout = Duration.ofSeconds(3);
        fleet.router();
        awaitHealth(hanging, "healthy");
        awaitHealth(other, "healthy");
        fleet.admin("POST", "/admin/workers/" + RouterUnderTest.url(other) + "/drain", "");
        var waiting = fleet.client.sendAsync(fleet.request(false), HttpResponse.BodyHandlers.ofString());
        await().atMost(SOON).until(() -> hanging.received().size() == 1);
        fleet.admin("POST", "/admin/workers/" + RouterUnderTest.url(other) + "/undrain", "");

        int before = other.probes().size();
        AtomicInteger others = new AtomicInteger(-1);
        hanging.health(probe -> {
            // Never answered.
        });
        await().atMost(SOON).until(() -> {
            boolean left = fleet.healthOf(hanging).equals("unhealthy");
            others.set(other.probes().size() - before);
            return left;
        });

        assertThat(fleet.worker(hanging).at("/health/reason").asText()).isEqualTo("timeout");
        assertThat(others.get())
                .as("probes of the other in the time of three that hung")
                .isGreaterThan(4);
        assertThat(waiting.join().statusCode()).isEqualTo(504);
        assertThat(fleet.status()).isEqualTo(200);
        assertThat(hanging.received()).hasSize(1);
    }

    /** A load balancer that took it for ready sooner would lose requests when the first probe ends badly. */
    @Test
    void routerIsNotReadyUntilAWorkerHasAnsweredAProbeButServesWhoeverComesAllTheSame() throws Exception {
        CompletableFuture<ScriptedWorker.Received> held = new CompletableFuture<>();
        ScriptedWorker worker = fleet.mixed(LegScripts::good);
        worker.health(held::complete);
        fleet.router();
        ScriptedWorker.Received probe = held.get(10, TimeUnit.SECONDS);

        assertThat(fleet.get("/ready").statusCode()).isEqualTo(503);
        assertThat(fleet.status()).isEqualTo(200);
        worker.health(HealthIT::fine);
        fine(probe);

        await().atMost(SOON).until(() -> fleet.get("/ready").statusCode() == 200);
    }

    /** Scenario 80 (d). */
    @Test
    void alternatingProbesChangeNothingAndRunningRequestsAreNotTouched() throws Exception {
        AtomicBoolean even = new AtomicBoolean();
        ScriptedWorker worker = fleet.mixed(LegScripts::good);
        fleet.router();
        awaitHealth(worker, "healthy");
        String since = fleet.worker(worker).at("/health/since").asText();

        worker.health(probe -> {
            even.set(!even.get());
            probe.answer(even.get() ? 500 : 200, "text/plain", "");
        });
        int before = worker.probes().size();
        await().atMost(SOON).until(() -> worker.probes().size() > before + 20);

        assertThat(fleet.worker(worker).at("/health/since").asText()).isEqualTo(since);
        assertThat(fleet.status()).isEqualTo(200);
    }

    @Test
    void unhealthyWorkerGetsNothingNewWhileWhatRunsOnItGoesOnAndComesBackAfterGoodProbes() throws Exception {
        CompletableFuture<ScriptedWorker.Received> running = new CompletableFuture<>();
        ScriptedWorker sick = fleet.mixed(running::complete);
        fleet.router();
        awaitHealth(sick, "healthy");
        var answer = fleet.client.sendAsync(fleet.request(false), HttpResponse.BodyHandlers.ofString());
        ScriptedWorker.Received leg = running.get();

        sick.health(HealthIT::refuse);
        awaitHealth(sick, "unhealthy");

        assertThat(fleet.worker(sick).at("/health/detail").asText()).isEqualTo("status 503");
        assertThat(fleet.metric("warmpath_worker_health{role=\"mixed\",state=\"unhealthy\""))
                .isEqualTo(1);
        assertThat(fleet.status()).isEqualTo(503);
        assertThat(fleet.get("/ready").statusCode()).isEqualTo(503);
        assertThat(sick.received()).hasSize(1);
        LegScripts.good(leg);
        assertThat(answer.join().statusCode()).isEqualTo(200);

        sick.script(LegScripts::good);
        sick.health(HealthIT::fine);
        awaitHealth(sick, "healthy");
        assertThat(fleet.status()).isEqualTo(200);
    }

    /** Its breaker alone would keep it out for half a minute. */
    @Test
    void workerThatAnswersProbesAgainIsTriedAtOnce() throws Exception {
        fleet.breaker = new BreakerSettings(5, 20, 0.5, Duration.ofSeconds(30), Duration.ofSeconds(30));
        // So many failures that a request finds the engine dead before the probes do, on a busy machine as well.
        fleet.health = new HealthSettings(true, "/health", Duration.ofMillis(50), Duration.ofSeconds(5), 20, 2);
        try (SimEngine engine = SimEngine.start(
                SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).model("m").build())) {
            fleet.add(engine.workerSettings());
            String id = engine.url().toString();
            await().atMost(SOON).until(() -> diesUnderARequest(engine));
            await().atMost(SOON)
                    .until(() -> fleet.worker(id).at("/health/state").asText().equals("unhealthy"));

            engine.restart();

            await().atMost(SOON).until(() -> fleet.status() == 200);
            fleet.returnsToZero();
        }
    }

    /** Whether a request found it dead before the probes did: only then its breaker is open too. If not, it is alive again. */
    private boolean diesUnderARequest(SimEngine engine) throws Exception {
        assertThat(fleet.status()).isEqualTo(200);
        engine.stop();
        boolean found = fleet.status() == 502;
        if (!found) {
            engine.restart();
            await().atMost(SOON).until(() -> fleet.status() == 200);
        }
        return found;
    }

    @Test
    void redirectIsNotFollowedAndNotGood() throws Exception {
        ScriptedWorker trap = fleet.started(LegScripts::good);
        ScriptedWorker worker = fleet.mixed(LegScripts::good);
        worker.health(probe -> {
            probe.response().putHeader("location", RouterUnderTest.url(trap) + "/health");
            probe.answer(302, "text/plain", "");
        });
        fleet.router();

        awaitHealth(worker, "starting");

        assertThat(fleet.worker(worker).at("/health/detail").asText()).isEqualTo("status 302");
        assertThat(trap.probes()).isEmpty();
    }

    /** Scenario 76: a worker that wants its key wants it for probes too. */
    @Test
    void probesCarryTheWorkersOwnCredentialsAndItsOwnPath() throws Exception {
        HealthSettings own =
                new HealthSettings(true, "/health?deep=1", Duration.ofMillis(50), Duration.ofSeconds(5), 3, 2);
        ScriptedWorker worker = fleet.started(LegScripts::good);
        worker.health(probe -> {
            boolean known = "Bearer k".equals(probe.request().getHeader("authorization"));
            probe.answer(known && "deep=1".equals(probe.request().query()) ? 200 : 401, "text/plain", "");
        });
        fleet.add(RouterUnderTest.settings(RouterUnderTest.url(worker), 1, "k", own));
        fleet.router();

        awaitHealth(worker, "healthy");
    }

    /** A body without end neither fills memory nor keeps the probe waiting. */
    @Test
    void endlessBodyIsNotRead() {
        ScriptedWorker worker = fleet.mixed(LegScripts::good);
        worker.health(probe -> {
            probe.response().setChunked(true);
            probe.response().write("x".repeat(1 << 20));
        });
        fleet.router();

        awaitHealth(worker, "healthy");
        await().atMost(SOON).until(() -> worker.probes().size() > 3);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(worker.probes().get(0).closed()).isDone());
    }
}

package dev.warmpath.it.load;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.EngineLoadSettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.CapturedLog;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.report.Finding;
import dev.warmpath.router.doctor.report.Severity;
import dev.warmpath.router.fleet.Removal;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Engines tell their own load; it is shown beside the router's count, compared with it, and changes no choice. */
@Timeout(60)
class EngineLoadIT {

    private static final EngineLoadSettings ASKED = TestSettings.ENGINE_LOAD;

    private static final EngineLoadSettings HEARD = new EngineLoadSettings(
            true,
            true,
            ASKED.interval(),
            ASKED.timeout(),
            ASKED.staleAfter(),
            ASKED.disagreeAfter(),
            ASKED.maxBodyBytes());

    private static final String LOADS = "/v1/loads?include=core,disagg";

    /** An answer of so many tokens takes longer than any test. */
    private static final int ENDLESS = 100_000;

    private static final TimeModel SLOW = TimeModel.defaults().withDecodeStep(20, 0);

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private final HttpClient direct =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<CompletableFuture<HttpResponse<String>>> open = new ArrayList<>();

    @AfterEach
    void tearDown() {
        endRequests();
        fleet.close();
    }

    private void endRequests() {
        open.forEach(request -> request.cancel(true));
        open.clear();
    }

    private SimEngine engine(SimEngineConfig.Builder kind) {
        return fleet.engine(kind.build());
    }

    private static SimEngineConfig.Builder mixed(Engine engine) {
        return SimEngineConfig.builder(engine, Role.MIXED).answerTokens(ENDLESS).times(SLOW);
    }

    private void ask(EngineLoadSettings settings) {
        fleet.configureRouter(s -> s.withEngineLoad(settings));
    }

    private void begin(int[] tokens) {
        open.add(fleet.postAsync("/v1/completions", completion(tokens)));
    }

    private static String completion(int[] tokens) {
        return "{\"model\":\"demo\",\"prompt\":" + Arrays.toString(tokens) + ",\"max_tokens\":" + ENDLESS
                + ",\"ignore_eos\":true}";
    }

    private JsonNode rank(SimEngine engine, int rank) {
        return fleet.worker(engine.url()).path("ranks").path(rank);
    }

    private long routed(SimEngine engine) {
        return fleet.worker(engine.url()).path("requests").asLong();
    }

    private void awaitLoad(SimEngine engine, int rank, long running, long waiting) {
        await().untilAsserted(() -> {
            JsonNode load = rank(engine, rank).path("engine_load");
            assertThat(load.path("state").asText()).as(load.toString()).isEqualTo("fresh");
            assertThat(load.path("running").asLong(-1)).as(load.toString()).isEqualTo(running);
            assertThat(load.path("waiting").asLong(-1)).as(load.toString()).isEqualTo(waiting);
        });
    }

    private String detail(SimEngine engine) {
        return fleet.worker(engine.url()).at("/engine_load/detail").asText();
    }

    private void awaitAsked(SimEngine engine, String state, String source) {
        await().untilAsserted(() -> {
            JsonNode load = fleet.worker(engine.url()).path("engine_load");
            assertThat(load.path("state").asText()).as(load.toString()).isEqualTo(state);
            assertThat(load.path("source").asText()).isEqualTo(source);
        });
    }

    /** What the doctor says of loads, by target. */
    private Map<String, String> complaints(WorkerCheck check) {
        Map<String, String> complaints = new LinkedHashMap<>();
        for (Finding finding : fleet.router().doctor().examine().findings()) {
            if (finding.name() == check && finding.status() != Severity.PASS) {
                complaints.put(String.valueOf(finding.target()), finding.seen());
            }
        }
        return complaints;
    }

    private void awaitComplaint(WorkerCheck check, String... targets) {
        await().untilAsserted(() -> assertThat(complaints(check)).containsOnlyKeys(targets));
    }

    private static String target(SimEngine engine, int rank) {
        return engine.url() + "#" + rank;
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void loadOfEveryRankIsShownBesideTheRoutersOwn(Engine kind) {
        SimEngine engine = engine(mixed(kind).ranks(2).times(SLOW.withLimits(2_048, 3, 100)));
        ask(ASKED);
        fleet.router();
        awaitLoad(engine, 0, 0, 0);
        for (int seed = 1; seed <= 8; seed++) {
            begin(prompt(seed, 64));
        }

        for (int rank = 0; rank < 2; rank++) {
            awaitLoad(engine, rank, 3, 1);
            JsonNode told = rank(engine, rank);
            assertThat(told.at("/load/requests").asInt()).isEqualTo(4);
            assertThat(told.at("/engine_load/kv_usage").asDouble()).isBetween(0.000001, 1.0);
            assertThat(told.at("/engine_load/age_ms").asLong(-1)).isBetween(0L, 2_000L);
        }
        assertThat(fleet.scrape())
                .containsPattern(
                        "warmpath_target_engine_requests\\{rank=\"1\",role=\"mixed\",state=\"running\",[^}]*\\} 3")
                .containsPattern(
                        "warmpath_target_engine_requests\\{rank=\"1\",role=\"mixed\",state=\"waiting\",[^}]*\\} 1")
                .containsPattern("warmpath_target_engine_kv_usage\\{rank=\"1\"")
                .containsPattern("warmpath_target_engine_load_age_seconds\\{rank=\"1\"")
                .containsPattern("warmpath_target_engine_disagreement_seconds\\{rank=\"1\"")
                .containsPattern("warmpath_worker_load_poll\\{role=\"mixed\",state=\"ok\",[^}]*\\} 1");
        assertThat(complaints(WorkerCheck.LOAD_DISAGREES)).isEmpty();
        assertThat(complaints(WorkerCheck.LOAD_UNKNOWN)).isEmpty();
    }

    @Test
    void nobodyIsAskedWhereItIsOff() {
        SimEngine engine = engine(mixed(Engine.SGLANG).times(TimeModel.instant()));
        fleet.complete(prompt(1, 64));

        JsonNode worker = fleet.worker(engine.url());
        assertThat(worker.path("engine_load").isNull()).isTrue();
        assertThat(worker.at("/ranks/0/engine_load").isNull()).isTrue();
        assertThat(engine.requests().all()).hasSize(1);
        assertThat(fleet.scrape()).doesNotContain("warmpath_worker_load_poll", "warmpath_target_engine_");
    }

    @Test
    void olderSglangIsAskedForItsOlderReport() {
        SimEngine engine = engine(mixed(Engine.SGLANG).times(SLOW.withLimits(2_048, 3, 100)));
        engine.faults().always("/v1/loads"::equals, Fault.status(404, "{\"detail\":\"Not Found\"}"));
        ask(ASKED);
        fleet.router();
        for (int seed = 1; seed <= 5; seed++) {
            begin(prompt(seed, 64));
        }

        awaitLoad(engine, 0, 3, 2);
        awaitAsked(engine, "ok", "/get_load");
        assertThat(rank(engine, 0).at("/engine_load/kv_usage").isNull()).isTrue();
    }

    /**
     * Scenario 89 b, of the engine's load: each way not to tell it has a name, on the worker, in the metrics and by the
     * doctor; what was told before is stale by then.
     */
    @Test
    void workerThatDoesNotTellItsLoadIsNamedUntilItDoes() {
        Map<Fault, String> ways = new LinkedHashMap<>();
        ways.put(Fault.status(401, "{\"error\":\"Unauthorized\"}"), "unauthorised");
        ways.put(Fault.status(500, "{}"), "refused");
        ways.put(Fault.status(200, "<html></html>"), "unreadable");
        ways.put(Fault.status(200, "#".repeat(65 << 10)), "too_long");
        ways.put(Fault.resetBeforeHeaders(), "unreachable");
        ways.put(Fault.hangBeforeHeaders(), "unreachable");
        SimEngine engine = engine(mixed(Engine.VLLM));
        ask(new EngineLoadSettings(
                true,
                false,
                Duration.ofMillis(30),
                Duration.ofMillis(200),
                Duration.ofMillis(250),
                ASKED.disagreeAfter(),
                ASKED.maxBodyBytes()));
        ways.forEach((fault, state) -> {
            engine.faults().clear();
            awaitLoad(engine, 0, 0, 0);
            engine.faults().always("/metrics"::equals, fault);

            awaitAsked(engine, state, "/metrics");
            awaitComplaint(WorkerCheck.LOAD_UNKNOWN, engine.url().toString());
            assertThat(complaints(WorkerCheck.LOAD_UNKNOWN).values())
                    .allSatisfy(seen -> assertThat(seen).contains("1 of 1 ranks", "/metrics is " + state));
            assertThat(rank(engine, 0).at("/engine_load/state").asText()).isEqualTo("stale");
            assertThat(fleet.scrape())
                    .containsPattern("warmpath_worker_load_poll\\{role=\"mixed\",state=\"" + state + "\",[^}]*\\} 1")
                    .doesNotContain("warmpath_target_engine_requests");
        });
        engine.faults().clear();
        await().untilAsserted(
                        () -> assertThat(complaints(WorkerCheck.LOAD_UNKNOWN)).isEmpty());
    }

    @Test
    void questionCarriesTheWorkersKey() {
        SimEngine engine = engine(mixed(Engine.SGLANG).apiKey("worker-key"));
        ask(ASKED);
        fleet.router();

        awaitAsked(engine, "ok", LOADS);
    }

    /** Requests that come past the router: the one way in which its own count cannot be right. */
    @ParameterizedTest
    @EnumSource(Engine.class)
    void requestsFromElsewhereAreNamedAndShareOutAsBefore(Engine kind) {
        SimEngine shared = engine(mixed(kind));
        SimEngine own = engine(mixed(kind));
        ask(ASKED);
        fleet.router();
        for (int seed = 1; seed <= 4; seed++) {
            begin(prompt(seed, 64));
        }
        await().untilAsserted(() -> assertThat(routed(shared) + routed(own)).isEqualTo(4));
        for (int seed = 11; seed <= 20; seed++) {
            beginDirectly(shared, seed);
        }
        awaitLoad(shared, 0, 12, 0);

        awaitComplaint(WorkerCheck.LOAD_DISAGREES, target(shared, 0));
        assertThat(complaints(WorkerCheck.LOAD_DISAGREES))
                .hasEntrySatisfying(
                        target(shared, 0),
                        seen -> assertThat(seen)
                                .contains("it has 12 running and 0 waiting, and the router has 2 there"));
        // The router's count stands, and its choices go by it.
        assertThat(routed(shared)).isEqualTo(2);
        for (int seed = 21; seed <= 24; seed++) {
            begin(prompt(seed, 64));
        }
        await().untilAsserted(() -> assertThat(routed(shared)).isEqualTo(4));
        assertThat(routed(own)).isEqualTo(4);

        endRequests();
        awaitLoad(shared, 0, 0, 0);
        await().untilAsserted(
                        () -> assertThat(complaints(WorkerCheck.LOAD_DISAGREES)).isEmpty());
    }

    private void beginDirectly(SimEngine engine, int seed) {
        HttpRequest request = HttpRequest.newBuilder(engine.url().resolve("/v1/completions"))
                .POST(HttpRequest.BodyPublishers.ofString(completion(prompt(seed, 64))))
                .build();
        open.add(direct.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
    }

    @Test
    void requestsThatTheEngineDoesNotKnowOfAreNamed() {
        SimEngine engine = engine(mixed(Engine.VLLM));
        engine.faults().always("/v1/completions"::equals, Fault.hangBeforeHeaders());
        ask(ASKED);
        fleet.router();
        for (int seed = 1; seed <= 5; seed++) {
            begin(prompt(seed, 64));
        }

        awaitComplaint(WorkerCheck.LOAD_DISAGREES, target(engine, 0));
        assertThat(complaints(WorkerCheck.LOAD_DISAGREES))
                .hasEntrySatisfying(
                        target(engine, 0),
                        seen -> assertThat(seen).contains("0 running and 0 waiting, and the router has 5 there"));
    }

    /** Scenario 37: neither probes nor an engine that says it is idle touch the count that choices go by. */
    @Test
    void probesAndPolledLoadLeaveTheRoutersCountAlone() {
        SimEngine busy = engine(mixed(Engine.SGLANG));
        SimEngine idle = engine(mixed(Engine.SGLANG));
        busy.faults().always("/v1/loads"::equals, Fault.status(200, IDLE));
        fleet.configureRouter(s -> s.withEngineLoad(ASKED)
                .withHealth(new HealthSettings(true, "/health", Duration.ofMillis(50), Duration.ofSeconds(5), 3, 1)));
        fleet.router().fleet().drain(idle.url().toString(), true);
        int[] shared = prompt(7, 32);
        for (int seed = 1; seed <= 10; seed++) {
            begin(join(shared, prompt(seed, 128)));
        }
        await().untilAsserted(() -> assertThat(routed(busy)).isEqualTo(10));
        fleet.router().fleet().drain(idle.url().toString(), false);

        int probed = asked(busy, "/health"::equals);
        int polled = asked(busy, path -> path.startsWith("/v1/loads"));
        await().until(() -> {
            assertThat(routed(busy)).isEqualTo(10);
            return asked(busy, "/health"::equals) >= probed + 5
                    && asked(busy, path -> path.startsWith("/v1/loads")) >= polled + 5;
        });
        begin(join(shared, prompt(99, 32)));

        await().untilAsserted(() -> assertThat(routed(idle)).isEqualTo(1));
        assertThat(routed(busy)).isEqualTo(10);
    }

    private static final String IDLE =
            "{\"loads\":[{\"dp_rank\":0,\"num_running_reqs\":0,\"num_waiting_reqs\":0,\"token_usage\":0.0}]}";

    private static int asked(SimEngine engine, Predicate<String> path) {
        return (int) engine.requests().all().stream()
                .filter(request -> path.test(request.path()))
                .count();
    }

    private static int[] join(int[] first, int[] second) {
        int[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /**
     * Scenario 39: requests that say nothing of a cache count like any other, on every path that is forwarded: they spread,
     * the engines confirm the router's count of them, and they leave it when they end.
     */
    @Test
    void requestsThatAreRoutedByLoadAloneCountAsLoad() {
        List<SimEngine> engines = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            engines.add(engine(mixed(Engine.VLLM)));
        }
        ask(ASKED);
        fleet.router();
        // The model has no tokenizer here, so no text is ever hashed.
        String text = "One prefix that all of them have in common, and that no cache knows. ";
        for (int i = 0; i < 30; i++) {
            open.add(fleet.postAsync(
                    "/v1/chat/completions",
                    "{\"model\":\"demo\",\"messages\":[{\"role\":\"user\",\"content\":\"" + text + i + "\"}]}"));
            open.add(fleet.postAsync(
                    "/v1/completions",
                    "{\"model\":\"demo\",\"prompt\":\"" + text + i + "\",\"max_tokens\":" + ENDLESS + "}"));
        }

        await().untilAsserted(() ->
                assertThat(engines.stream().mapToLong(this::routed).sum()).isEqualTo(60));
        for (SimEngine engine : engines) {
            long counted = routed(engine);
            assertThat(counted).isBetween(12L, 18L);
            awaitLoad(engine, 0, counted, 0);
        }
        assertThat(complaints(WorkerCheck.LOAD_DISAGREES)).isEmpty();

        endRequests();
        for (SimEngine engine : engines) {
            await().atMost(Duration.ofSeconds(2))
                    .untilAsserted(() -> assertThat(routed(engine)).isZero());
            awaitLoad(engine, 0, 0, 0);
        }
    }

    /** A node of a larger deployment counts its ranks as the deployment does. */
    @Test
    void ranksOfALaterNodeAreKnownByTheirNumbers() {
        SimEngine engine = engine(mixed(Engine.VLLM).ranks(4, 2));
        ask(ASKED);
        fleet.router();
        begin(prompt(1, 64));

        await().untilAsserted(() -> assertThat(
                        rank(engine, 0).at("/engine_load/running").asInt(-1)
                                + rank(engine, 1).at("/engine_load/running").asInt(-1))
                .isEqualTo(1));
        assertThat(engine.workerSettings().dpStart()).isEqualTo(4);
    }

    /**
     * What is published is taken from there, by rank; the report, which says otherwise, is not asked for any more. A message
     * that cannot be read costs itself.
     */
    @Test
    void loadThatIsPublishedIsHeardAndNotAskedFor() {
        SimEngine engine = engine(mixed(Engine.SGLANG)
                .ranks(4, 2)
                .times(SLOW.withLimits(2_048, 3, 100))
                .loadStream());
        engine.faults().always(path -> path.startsWith("/v1/loads"), Fault.status(200, IDLE));
        ask(HEARD);
        fleet.router();
        awaitAsked(engine, "ok", "load stream");
        int asked = asked(engine, path -> path.startsWith("/v1/loads"));
        for (int seed = 1; seed <= 8; seed++) {
            begin(prompt(seed, 64));
        }

        for (int rank = 0; rank < 2; rank++) {
            awaitLoad(engine, rank, 3, 1);
            assertThat(rank(engine, rank).at("/engine_load/kv_usage").asDouble())
                    .isBetween(0.000001, 1.0);
        }
        assertThat(asked(engine, path -> path.startsWith("/v1/loads"))).isEqualTo(asked);

        byte[] number = new byte[Long.BYTES];
        byte[] topic = "load".getBytes(StandardCharsets.US_ASCII);
        byte[] endless = {(byte) 0xdd, -1, -1, -1, -1};
        engine.loads().publishFrames(1, List.of(topic, number, endless));
        engine.loads().publishFrames(1, List.of(topic, number, topic));
        engine.loads().publishFrames(1, List.of(topic, topic));
        endRequests();
        awaitLoad(engine, 1, 0, 0);
        awaitAsked(engine, "ok", "load stream");
        assertThat(asked(engine, path -> path.startsWith("/v1/loads"))).isEqualTo(asked);
    }

    /** A stream that stops is replaced by the report, which says why, until it is heard again. */
    @Test
    void streamThatFallsSilentIsNamedAndAskingBeginsAgain() {
        SimEngine engine = engine(mixed(Engine.SGLANG).loadStream());
        ask(HEARD);
        fleet.router();
        awaitAsked(engine, "ok", "load stream");
        assertThat(detail(engine)).isEmpty();

        engine.loads().silent(true);
        awaitAsked(engine, "ok", LOADS);
        assertThat(detail(engine)).isEqualTo("the load stream of rank 0 is silent");
        assertThat(complaints(WorkerCheck.LOAD_STREAM_UNHEARD))
                .containsOnly(Map.entry(
                        engine.url().toString(),
                        "the load stream of rank 0 is silent; " + LOADS + " is asked instead"));
        begin(prompt(1, 64));
        awaitLoad(engine, 0, 1, 0);

        engine.loads().silent(false);
        awaitAsked(engine, "ok", "load stream");
        assertThat(detail(engine)).isEmpty();
        assertThat(complaints(WorkerCheck.LOAD_STREAM_UNHEARD)).isEmpty();
    }

    /** The question that is open when the router ends fails with its connection. */
    @Test
    void routerThatEndsSaysNothingOfItsWorkers() {
        SimEngine engine = engine(mixed(Engine.VLLM));
        ask(ASKED);
        fleet.router();
        awaitAsked(engine, "ok", "/metrics");
        engine.faults().always("/metrics"::equals, Fault.hangBeforeHeaders());
        int before = engine.requests().all().size();
        await().until(() -> engine.requests().all().size() > before);
        try (CapturedLog log = CapturedLog.of("dev.warmpath.router.poll", Level.WARN)) {
            fleet.router().close();

            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void workerThatLeavesIsNotListenedToAnyMore() {
        SimEngine engine = engine(mixed(Engine.SGLANG).loadStream());
        ask(HEARD);
        fleet.router();
        awaitAsked(engine, "ok", "load stream");
        assertThat(engine.loads().listeners()).isEqualTo(1);

        fleet.router().fleet().remove(engine.url().toString(), Removal.ASKED).join();

        await().untilAsserted(() -> assertThat(engine.loads().listeners()).isZero());
    }

    @Test
    void engineWithoutALoadStreamIsAskedAndThatIsSaid() {
        SimEngine engine = engine(mixed(Engine.SGLANG));
        ask(HEARD);
        fleet.router();

        awaitAsked(engine, "ok", LOADS);
        assertThat(detail(engine)).isEqualTo("no load stream: the engine publishes no load");
    }
}

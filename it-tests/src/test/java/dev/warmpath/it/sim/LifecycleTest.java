package dev.warmpath.it.sim;

import static dev.warmpath.it.sim.SimClient.completion;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Engines start, restart on the same ports, and leave nothing behind. */
class LifecycleTest {

    private static final String COMPLETIONS = "/v1/completions";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SimClient client = new SimClient();

    private static SimEngineConfig.Builder sglang() {
        return SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).ranks(2).speed(0);
    }

    @Test
    void restartForgetsTheCacheAndBeginsEventsAnewOnTheSamePorts() {
        try (SimEngine engine = SimEngine.start(sglang().build())) {
            EnginePorts ports = engine.ports();
            SimRank rank = engine.rank(1);
            client.post(engine, COMPLETIONS, completion(1, 64, 1), "X-Data-Parallel-Rank", "1");
            engine.awaitIdle(PATIENCE);
            assertThat(rank.lastSequence()).isEqualTo(1);

            engine.restart();

            assertThat(engine.ports()).isEqualTo(ports);
            assertThat(rank.lastSequence()).isZero();
            assertThat(rank.truth().device()).isEmpty();
            HttpResponse<String> cold =
                    client.post(engine, COMPLETIONS, completion(1, 64, 1), "X-Data-Parallel-Rank", "1");
            assertThat(SimClient.json(cold).path("usage").has("prompt_tokens_details"))
                    .isFalse();
        }
    }

    @Test
    void restartCutsWhatRuns() {
        try (SimEngine engine = SimEngine.start(sglang().speed(0.01).build())) {
            CompletableFuture<HttpResponse<String>> slow =
                    client.send(engine, COMPLETIONS, completion(1, 64, 50, "\"stream\":true"));
            await().until(() -> engine.liveRequests() == 1);

            engine.restart();

            assertThatThrownBy(slow::join).hasCauseInstanceOf(IOException.class);
            assertThat(engine.liveRequests()).isZero();
        }
    }

    @Test
    void flushEmptiesTheCacheUnlessRequestsRun() {
        try (SimEngine engine = SimEngine.start(sglang().build())) {
            client.post(engine, COMPLETIONS, completion(1, 64, 1), "X-Data-Parallel-Rank", "0");
            engine.awaitIdle(PATIENCE);

            assertThat(client.post(engine, "/flush_cache", "").statusCode()).isEqualTo(200);

            assertThat(engine.rank(0).truth().device()).isEmpty();
            assertThat(engine.rank(0).lastSequence()).isEqualTo(2);
        }
        try (SimEngine engine = SimEngine.start(sglang().speed(0.01).build())) {
            CompletableFuture<HttpResponse<String>> slow = client.send(engine, COMPLETIONS, completion(1, 64, 50));
            await().until(() -> engine.liveRequests() == 1);
            await().until(() ->
                    engine.rank(0).stats().usedBlocks() + engine.rank(1).stats().usedBlocks() > 0);

            assertThat(client.post(engine, "/flush_cache", "").statusCode()).isEqualTo(400);
            slow.cancel(true);
        }
    }

    @Test
    void abortEndsARequestByItsId() {
        try (SimEngine engine = SimEngine.start(sglang().speed(0.01).build())) {
            CompletableFuture<HttpResponse<String>> slow =
                    client.send(engine, COMPLETIONS, completion(1, 64, 50, "\"rid\":\"r1\""));
            await().until(() -> engine.liveRequests() == 1);

            client.post(engine, "/abort_request", "{\"rid\":\"r1\"}");

            assertThat(SimClient.json(slow.join())
                            .at("/choices/0/finish_reason")
                            .asText())
                    .isEqualTo("abort");
        }
    }

    @Test
    void idleConnectionIsClosedAsUvicornDoes() throws IOException {
        try (SimEngine engine = SimEngine.start(
                        sglang().keepAlive(Duration.ofMillis(50)).build());
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), engine.ports().http())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("GET /health HTTP/1.1\r\nHost: sim\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void workerSettingsSayWhereEverythingIs() {
        try (SimEngine engine = SimEngine.start(SimEngineConfig.builder(Engine.SGLANG, Role.PREFILL)
                .ranks(4, 2)
                .adapters("ad1")
                .build())) {
            WorkerSettings settings = engine.workerSettings();

            assertThat(settings.url()).isEqualTo(engine.url());
            assertThat(settings.protocol()).isEqualTo(Protocol.SGLANG_BOOTSTRAP);
            assertThat(settings.models()).containsExactly("demo");
            assertThat(settings.dpStart()).isEqualTo(4);
            assertThat(settings.bootstrapPort()).isEqualTo(engine.ports().bootstrap());
            KvEventsSettings.Connect events = (KvEventsSettings.Connect) requireNonNull(settings.kvEvents());
            assertThat(events.endpoints())
                    .containsExactly(
                            engine.rank(0).eventEndpoint(), engine.rank(1).eventEndpoint())
                    .doesNotHaveDuplicates();
            assertThat(events.replays()).hasSize(2).doesNotContainAnyElementsOf(events.endpoints());
        }
    }

    @Test
    void decodeWorkersOfSglangAnnounceNothing() {
        try (SimEngine engine = SimEngine.start(
                SimEngineConfig.builder(Engine.SGLANG, Role.DECODE).build())) {
            assertThat(engine.workerSettings().kvEvents()).isNull();
        }
    }

    @Test
    void closedEnginesLeaveNoThreadAndNoPort() {
        Set<Thread> before = threads();
        EnginePorts ports;
        SimFleet fleet = SimFleet.disaggregated(Engine.SGLANG, 2, 2, 1, 2, builder -> builder.speed(0));
        ports = fleet.prefills().get(0).ports();
        client.get(fleet.prefills().get(0), "/health");
        fleet.engines().forEach(engine -> engine.rank(0).stats());
        assertThat(threads()).as("each engine has threads of its own").hasSizeGreaterThan(before.size() + 6);
        fleet.close();

        await().untilAsserted(() -> assertThat(threads()).isSubsetOf(before));
        for (int port : new int[] {ports.http(), ports.bootstrap(), ports.events(), ports.replay()}) {
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                    .isInstanceOf(ConnectException.class);
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("sim-")
                        || thread.getName().startsWith("vert.x")
                        || thread.getName().startsWith("iothread")
                        || thread.getName().startsWith("reaper"))
                .collect(Collectors.toSet());
    }
}

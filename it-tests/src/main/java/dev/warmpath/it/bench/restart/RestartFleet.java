package dev.warmpath.it.bench.restart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.it.await.Awaited;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.router.server.RouterServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Simulated engines that go on, and a router in front of them that stops and starts. */
final class RestartFleet implements AutoCloseable {

    static final String MODEL = "demo";
    private static final int BLOCK_SIZE = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SETTINGS = """
            server: {host: 127.0.0.1, port: 0, drain_delay: 1ms, shutdown_grace: 1s}
            admin: {host: 127.0.0.1, port: 0}
            scoring:
              prefill: {overlap_weight: 20.0}
              decode: {overlap_weight: 2.0}
              mixed: {overlap_weight: 20.0}
            health: {enabled: false}
            models: [{name: demo}]
            """;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final SimFleet engines;
    private final WarmpathSettings settings;
    private RouterServer router;

    RestartFleet(RestartPlan plan, RestartCase now, Path file) {
        int blocks = 4 * plan.sessions() * plan.promptTokens() / BLOCK_SIZE;
        EventOptions events = EventOptions.builder(Engine.VLLM)
                .replay(now.replayBatches(plan), false)
                .build();
        engines = SimFleet.mixed(
                Engine.VLLM,
                plan.workers(),
                1,
                engine -> engine.blockSize(BLOCK_SIZE)
                        .blocks(blocks)
                        .events(events)
                        .times(TimeModel.instant()));
        try {
            settings = settings(now.snapshot() ? file : null);
            router = RouterServer.start(settings);
        } catch (RuntimeException failed) {
            engines.close();
            throw failed;
        }
    }

    private WarmpathSettings settings(@Nullable Path file) {
        String yaml = SETTINGS
                + (file == null ? "" : "snapshot: {path: \"" + file + "\"}\n")
                + WorkerYaml.of(engines.workerSettings());
        LoadResult result = ConfigLoader.loadText(yaml, Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);
        if (result instanceof LoadResult.Loaded loaded) {
            return loaded.settings();
        }
        throw new IllegalStateException(result + "\n" + yaml);
    }

    RouterServer router() {
        return router;
    }

    /** Stops the router; engines may be sent something meanwhile; another one starts. */
    void restartRouter(Runnable meanwhile) throws InterruptedException {
        awaitIdle();
        router.close();
        meanwhile.run();
        awaitIdle();
        router = RouterServer.start(settings);
        awaitSettled();
    }

    private void awaitIdle() {
        engines.engines().forEach(engine -> engine.awaitIdle(PATIENCE));
    }

    /** Until every stream has got what there is to get before the next batch. */
    void awaitSettled() throws InterruptedException {
        Awaited.until(
                "event streams have settled",
                PATIENCE,
                () -> router.fleet().view().workers().stream()
                        .flatMap(worker -> worker.ranks().stream())
                        .map(rank -> rank.feed().state())
                        .allMatch(state -> state == StreamState.LIVE || state == StreamState.SUSPECT));
    }

    /** Sends a prompt through the router; returns the tokens that the engine says it had cached. */
    long serve(String body) {
        awaitIdle();
        return send("http://127.0.0.1:" + router.port(), body);
    }

    /** Sends every engine something of somebody else's. */
    void serveOthers(String body) {
        for (SimEngine engine : engines.engines()) {
            send(engine.url().toString(), body);
        }
    }

    private long send(String to, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(to + "/v1/completions"))
                .header("content-type", "application/json")
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(to + " answered " + answer.statusCode() + ": " + answer.body());
            }
            JsonNode usage = JSON.readTree(answer.body()).path("usage");
            return usage.path("prompt_tokens_details").path("cached_tokens").asLong(0);
        } catch (IOException broken) {
            throw new UncheckedIOException(to + " gave no answer", broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        router.close();
        engines.close();
    }
}

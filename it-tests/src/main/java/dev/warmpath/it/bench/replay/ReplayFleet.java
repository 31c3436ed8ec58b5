package dev.warmpath.it.bench.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.it.await.Awaited;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.SimRank;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.it.sim.cache.TierUse;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.truth.IndexTruth;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.server.RouterServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Mixed workers of one rank each and a router in front of them, on free ports of loopback. */
final class ReplayFleet implements AutoCloseable {

    private static final String SETTINGS = """
            server: {host: 127.0.0.1, port: 0, drain_delay: 0s, shutdown_grace: 1s}
            admin: {host: 127.0.0.1, port: 0}
            scoring:
              prefill: {overlap_weight: 20.0}
              decode: {overlap_weight: 2.0}
              mixed: {overlap_weight: 20.0}
            events: {idle_probe: 1s, replay_timeout: 2s}
            health: {interval: 200ms}
            models: [{name: demo}]
            """;

    private static final String COMPLETIONS = "/v1/completions";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ReplayPlan plan;
    private final SimFleet engines;
    private final RouterServer router;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    ReplayFleet(ReplayPlan plan) {
        this.plan = plan;
        int blocks = plan.blocksPerWorker();
        this.engines = SimFleet.mixed(
                plan.engine(),
                plan.workers(),
                1,
                engine -> engine.blockSize(ReplayPlan.BLOCK_SIZE)
                        .blocks(blocks)
                        .diskBlocks(plan.tiers() ? blocks : 0)
                        .times(TimeModel.instant()));
        try {
            this.router = RouterServer.start(settings());
        } catch (RuntimeException failed) {
            engines.close();
            throw failed;
        }
    }

    private WarmpathSettings settings() {
        String yaml = SETTINGS + WorkerYaml.of(engines.workerSettings());
        LoadResult result = ConfigLoader.loadText(yaml, Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);
        if (result instanceof LoadResult.Loaded loaded) {
            return loaded.settings();
        }
        throw new IllegalStateException(result + "\n" + yaml);
    }

    private static HttpRequest.Builder request(int port, String path, Prompt prompt) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(prompt.body()));
    }

    private JsonNode send(HttpRequest request) throws InterruptedException {
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(
                        request.uri() + " answered " + answer.statusCode() + ": " + answer.body());
            }
            return JSON.readTree(answer.body());
        } catch (IOException broken) {
            throw new UncheckedIOException(request.uri() + " gave no answer", broken);
        }
    }

    /** Serves a prompt; returns how many of its tokens the engine says it had cached. */
    long serve(Prompt prompt) throws InterruptedException {
        JsonNode usage = send(request(router.port(), COMPLETIONS, prompt)
                        .timeout(plan.patience())
                        .build())
                .path("usage");
        return usage.path("prompt_tokens_details").path("cached_tokens").asLong(0);
    }

    /** What the router believes of the target that it would choose for a prompt. */
    Belief explain(Prompt prompt) throws InterruptedException {
        JsonNode answer = send(request(router.adminPort(), "/admin/explain?endpoint=" + COMPLETIONS, prompt)
                .timeout(plan.patience())
                .build());
        String chosen = answer.path("chosen").path("prefill").asText();
        for (JsonNode row : answer.path("candidates")) {
            if (row.path("target").asText().equals(chosen)) {
                JsonNode overlap = row.path("overlap");
                return new Belief(
                        overlap.path("device").asLong(),
                        overlap.path("host").asLong(),
                        overlap.path("disk").asLong(),
                        row.path("credit").asDouble());
            }
        }
        throw new IllegalStateException("no target was chosen: " + answer);
    }

    /** Every engine ends, and another begins at its place: what was in GPU memory is gone. */
    void restartEngines() {
        workers().forEach(SimEngine::restart);
    }

    /** Waits until the router sends prompts to every engine and believes exactly what they hold. */
    void settle(String when) throws InterruptedException {
        awaitIdle();
        Awaited.until(
                "the router knows what the engines hold " + when,
                plan.patience(),
                () -> workers().allMatch(engine -> isServing(engine) && isKnown(engine)));
    }

    /**
     * Waits until the router sends prompts to every engine and believes what they hold; of an engine that holds nothing it
     * is enough that the router says that it doubts. That is all that can be known of one that came back with nothing to
     * announce, until it is sent a prompt.
     */
    void settleOrDoubt(String when) throws InterruptedException {
        awaitIdle();
        Awaited.until(
                "the router knows what the engines hold, or doubts it, " + when,
                plan.patience(),
                () -> workers()
                        .allMatch(engine ->
                                isServing(engine) && (isKnown(engine) || (isEmpty(engine) && isDoubted(engine)))));
    }

    private void awaitIdle() {
        workers().forEach(engine -> engine.awaitIdle(plan.patience()));
    }

    private Stream<SimEngine> workers() {
        return engines.engines().stream();
    }

    /** Of an engine that was just restarted a probe may have found nobody. */
    private boolean isServing(SimEngine engine) {
        return worker(engine).state().equals(Worker.ACTIVE);
    }

    private boolean isKnown(SimEngine engine) {
        List<Worker.Rank> ranks = ranks(engine);
        return ranks.stream().allMatch(rank -> rank.feed().state() == StreamState.LIVE)
                && IndexTruth.differences(engine, ranks).isEmpty();
    }

    private static boolean isEmpty(SimEngine engine) {
        return engine.ranks().stream()
                .allMatch(rank -> rank.truth().blocks().values().stream().allMatch(Set::isEmpty));
    }

    private boolean isDoubted(SimEngine engine) {
        return ranks(engine).stream().allMatch(rank -> rank.feed().state() == StreamState.SUSPECT);
    }

    private List<Worker.Rank> ranks(SimEngine engine) {
        return worker(engine).ranks();
    }

    private Worker worker(SimEngine engine) {
        Worker worker = router.fleet().view().worker(engine.url().toString());
        if (worker == null) {
            throw new IllegalStateException(engine.url() + " has left the fleet");
        }
        return worker;
    }

    /** Blocks in the engines' GPU memory. */
    long deviceBlocks() {
        return workers()
                .flatMap(engine -> engine.ranks().stream())
                .mapToLong(rank -> rank.truth().device().size())
                .sum();
    }

    /** What the surviving tier of all engines together did, as the engines count it. */
    TierUse lowerTier() {
        return new TierUse(Tier.DISK, (int) sum(TierUse::blocks), sum(TierUse::readBlocks), sum(TierUse::storedBlocks));
    }

    private long sum(ToLongFunction<TierUse> count) {
        return workers()
                .flatMap(engine -> engine.ranks().stream())
                .map((SimRank rank) -> rank.lowerTier(Tier.DISK))
                .mapToLong(count)
                .sum();
    }

    @Override
    public void close() {
        router.close();
        engines.close();
    }
}

package dev.warmpath.it.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.truth.IndexTruth;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.server.RouterServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A router in front of simulated engines, and what tests ask of the two. */
public final class SimulatedFleet implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<SimEngine> engines = new ArrayList<>();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final ScoringSettings scoring;
    private final Map<SimEngine, UnaryOperator<WorkerSettings>> configured = new HashMap<>();
    private UnaryOperator<WarmpathSettings> change = UnaryOperator.identity();
    private boolean remoteTokenizer;
    private UpstreamSettings upstream = UpstreamSettings.defaults();
    private @Nullable RouterServer router;

    public SimulatedFleet(ScoringSettings scoring) {
        this.scoring = scoring;
    }

    /** Starts an engine; to be called before the router is first used. */
    public SimEngine engine(SimEngineConfig config) {
        SimEngine engine = SimEngine.start(config);
        engines.add(engine);
        return engine;
    }

    /** Lets the router ask the engines' own tokenizers; to be called before the router is first used. */
    public void useRemoteTokenizer() {
        remoteTokenizer = true;
    }

    /** Connects to workers otherwise; to be called before the router is first used. */
    public void use(UpstreamSettings other) {
        upstream = other;
    }

    /** Configures an engine otherwise than it is; to be called before the router is first used. */
    public void configure(SimEngine engine, UnaryOperator<WorkerSettings> change) {
        configured.put(engine, change);
    }

    /** Changes the router's settings; to be called before the router is first used. */
    public void configureRouter(UnaryOperator<WarmpathSettings> other) {
        change = other;
    }

    private WorkerSettings settings(SimEngine engine) {
        return configured.getOrDefault(engine, UnaryOperator.identity()).apply(engine.workerSettings());
    }

    /** The router; the first call starts it and waits until it knows what transfer names there are and every event stream is live. */
    public RouterServer router() {
        if (router == null) {
            router = start();
            awaitNames(router);
            awaitLive();
        }
        return router;
    }

    /** Ranks without a transfer name get no requests: who has one has told it, and who has none is known to have none. */
    private static void awaitNames(RouterServer started) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> started.fleet().view().workers().stream()
                        .filter(worker -> worker.transferNames().needed())
                        .allMatch(worker -> !worker.transferNames().trouble().isEmpty()
                                || worker.ranks().stream()
                                        .map(rank -> rank.candidate().target().rank())
                                        .allMatch(rank -> worker.transferNames().of(rank) != null)));
    }

    /** Stops the router as a supervisor does, and starts another; does not wait until that knows anything. */
    public RouterServer restartRouter(Runnable meanwhile) {
        router().close();
        meanwhile.run();
        router = start();
        return router;
    }

    private RouterServer start() {
        WarmpathSettings settings = TestSettings.of(
                        engines.stream().map(this::settings).toList(), Duration.ofSeconds(60), scoring, remoteTokenizer)
                .withUpstream(upstream);
        return RouterServer.start(change.apply(settings));
    }

    public void awaitLive() {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> engines.stream()
                        .flatMap(engine -> ranks(engine).stream())
                        .filter(rank -> rank.feed().stream() != null)
                        .forEach(rank -> Assertions.assertThat(rank.feed().state())
                                .as("stream of %s", rank.candidate().target())
                                .isEqualTo(StreamState.LIVE)));
    }

    /** The router's view of an engine's ranks, in rank order. */
    public List<Worker.Rank> ranks(SimEngine engine) {
        Worker worker = router().fleet().view().worker(engine.url().toString());
        return worker == null ? List.of() : worker.ranks();
    }

    public StreamStatus stream(SimEngine engine, int rank) {
        RankStream stream = ranks(engine).get(rank).feed().stream();
        if (stream == null) {
            throw new AssertionError(engine.url() + " has no event streams");
        }
        return stream.status();
    }

    /** Until the index holds, for every rank, exactly what its engine holds. */
    public void awaitTruth() {
        engines.forEach(engine -> engine.awaitIdle(PATIENCE));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> engines.stream()
                        .filter(engine -> engine.config().events().enabled())
                        .forEach(engine -> Assertions.assertThat(IndexTruth.differences(engine, ranks(engine)))
                                .isEmpty()));
    }

    /** A completion of a token prompt; returns the answer. */
    public HttpResponse<String> complete(int[] tokens) {
        return completeAsync(tokens).join();
    }

    /** The same with a header. */
    public HttpResponse<String> complete(int[] tokens, String header, String value) {
        HttpRequest request = HttpRequest.newBuilder(request(tokens), (name, held) -> true)
                .header(header, value)
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
    }

    public CompletableFuture<HttpResponse<String>> completeAsync(int[] tokens) {
        return client.sendAsync(request(tokens), HttpResponse.BodyHandlers.ofString());
    }

    /** The target that did the prefill of a good answer. */
    public static String prefillOf(HttpResponse<String> answer) {
        Assertions.assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers().firstValue("x-warmpath-prefill").orElse("");
    }

    /** The admin port's metrics. */
    public String scrape() {
        URI metrics = URI.create("http://127.0.0.1:" + router().adminPort() + "/metrics");
        return client.sendAsync(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
                .join()
                .body();
    }

    /** What the admin port tells of a worker. */
    public JsonNode worker(URI url) {
        URI one = URI.create("http://127.0.0.1:" + router().adminPort() + "/admin/workers/" + url);
        String body = client.sendAsync(HttpRequest.newBuilder(one).build(), HttpResponse.BodyHandlers.ofString())
                .join()
                .body();
        try {
            return JSON.readTree(body);
        } catch (IOException notJson) {
            throw new AssertionError(body, notJson);
        }
    }

    /** Sends any request to the data port. */
    public HttpResponse<String> post(String path, String body) {
        return postAsync(path, body).join();
    }

    /** The same without waiting; cancelling it closes its connection. */
    public CompletableFuture<HttpResponse<String>> postAsync(String path, String body) {
        return client.sendAsync(request(path, body), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(int[] tokens) {
        String prompt = IntStream.of(tokens).mapToObj(Integer::toString).collect(Collectors.joining(","));
        String model = engines.get(0).config().model();
        return request("/v1/completions", "{\"model\":\"" + model + "\",\"prompt\":[" + prompt + "],\"max_tokens\":2}");
    }

    private HttpRequest request(String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + router().port() + path))
                .timeout(Duration.ofSeconds(60))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /** Cached tokens that an answer's usage reports. */
    public static int cachedTokens(HttpResponse<String> answer) {
        try {
            JsonNode usage = JSON.readTree(answer.body()).path("usage");
            return usage.path("prompt_tokens_details").path("cached_tokens").asInt(0);
        } catch (IOException notJson) {
            throw new AssertionError(answer.body(), notJson);
        }
    }

    /** {@code count} tokens that no other seed's prompt begins with. */
    public static int[] prompt(int seed, int count) {
        int[] tokens = new int[count];
        for (int i = 0; i < count; i++) {
            tokens[i] = 1 + Math.floorMod(seed * 7919 + i * 31, 200);
        }
        tokens[0] = 1 + seed % 200;
        tokens[1] = 1 + seed / 200;
        return tokens;
    }

    @Override
    public void close() {
        if (router != null) {
            router.close();
        }
        engines.forEach(SimEngine::close);
    }
}

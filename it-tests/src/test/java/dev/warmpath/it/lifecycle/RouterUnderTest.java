package dev.warmpath.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.server.ClientClocks;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.support.ClosedPorts;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.router.server.RouterServer;
import dev.warmpath.scorer.load.LoadStatus;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A router with fast clocks, scripted workers behind it, and what tests ask of its two ports. */
final class RouterUnderTest implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(10);

    /** A probe that is held up on a busy machine must not look like a dead worker: only the interval is short. */
    static final HealthSettings PROBED =
            new HealthSettings(true, "/health", Duration.ofMillis(50), Duration.ofSeconds(5), 3, 2);

    static final HealthSettings UNPROBED =
            new HealthSettings(false, "/health", Duration.ofSeconds(5), Duration.ofSeconds(5), 3, 2);

    private static final ObjectMapper JSON = new ObjectMapper();

    final Vertx vertx = Vertx.vertx();
    final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final List<WorkerSettings> workers = new ArrayList<>();
    private final List<ScriptedWorker> toClose = new ArrayList<>();

    HealthSettings health = UNPROBED;
    BreakerSettings breaker = new BreakerSettings(5, 20, 0.5, Duration.ofMillis(200), Duration.ofMillis(800));
    UpstreamSettings upstream = UpstreamSettings.defaults();
    ClientClocks clocks = ClientClocks.defaults();
    AdmissionSettings admission = AdmissionSettings.defaults();
    ClientKeySettings keys = ClientKeySettings.defaults();
    boolean remoteTokenizer;
    List<ModelSettings> models = List.of();
    AdminSettings admin = new AdminSettings("127.0.0.1", 0, null, List.of("127.0.0.0/8", "localhost"));
    Duration requestTimeout = Duration.ofSeconds(60);
    Duration drainDelay = Duration.ZERO;
    Duration grace = Duration.ofMillis(200);
    private @Nullable RouterServer router;

    private int prompts;

    static Consumer<ScriptedWorker.Received> status(int status) {
        return leg -> leg.answer(status, "application/json", "{\"error\":{\"message\":\"status " + status + "\"}}");
    }

    ScriptedWorker mixed(Consumer<ScriptedWorker.Received> script) {
        return mixed(script, 1);
    }

    ScriptedWorker mixed(Consumer<ScriptedWorker.Received> script, int ranks) {
        ScriptedWorker worker = started(script);
        add(settings(url(worker), ranks, null, null));
        return worker;
    }

    ScriptedWorker started(Consumer<ScriptedWorker.Received> script) {
        ScriptedWorker worker = ScriptedWorker.start(vertx, script);
        toClose.add(worker);
        return worker;
    }

    void add(WorkerSettings worker) {
        workers.add(worker);
    }

    static WorkerSettings settings(String url, int ranks, @Nullable String apiKey, @Nullable HealthSettings health) {
        return WorkerSettings.of(
                        URI.create(url), Role.MIXED, Engine.SGLANG, Protocol.NONE, List.of("m"), "default", ranks, 0, 4)
                .withApiKey(apiKey)
                .withHealth(health);
    }

    /** Its URL, which is also its id. */
    static String url(ScriptedWorker worker) {
        return worker.url("127.0.0.1").toString();
    }

    /** The URL of a port that refuses connections. */
    static String nobody() {
        return "http://127.0.0.1:" + ClosedPorts.next();
    }

    /** The router; the first call starts it. */
    RouterServer router() {
        if (router == null) {
            router = RouterServer.start(configuration());
        }
        return router;
    }

    private WarmpathSettings configuration() {
        WarmpathSettings base = TestSettings.of(workers, requestTimeout, ScoringSettings.withWeights(20.0, 2.0, 20.0));
        ServerSettings s = base.server();
        ServerSettings server = new ServerSettings(
                s.host(),
                s.port(),
                s.maxBodyBytes(),
                s.maxHeaderBytes(),
                s.maxUrlBytes(),
                s.maxConnections(),
                s.bodyTimeout(),
                requestTimeout,
                drainDelay,
                grace,
                true,
                clocks,
                keys);
        return new WarmpathSettings(
                server,
                admission,
                admin,
                base.scoring(),
                base.index(),
                base.events(),
                base.prompt(),
                upstream,
                health,
                breaker,
                base.feedback(),
                models.isEmpty() ? List.of(new ModelSettings("m", null, remoteTokenizer)) : models,
                workers);
    }

    HttpRequest request(boolean stream) {
        prompts++;
        StringBuilder tokens = new StringBuilder().append(prompts);
        for (int i = 1; i < 64; i++) {
            tokens.append(',').append(1000 * prompts + i);
        }
        return post("{\"model\":\"m\",\"prompt\":[" + tokens + "],\"max_tokens\":8,\"stream\":" + stream + "}");
    }

    HttpRequest post(String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + router().port() + "/v1/completions"))
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /** A completion of a prompt that no worker holds anything of. */
    HttpResponse<String> complete() throws IOException, InterruptedException {
        return client.send(request(false), HttpResponse.BodyHandlers.ofString());
    }

    /** The same; its status only. */
    int status() throws IOException, InterruptedException {
        return complete().statusCode();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + router().port() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> admin(String method, String path, String body) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + router().adminPort() + path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Registers a worker from the text of its JSON. */
    HttpResponse<String> register(String json) throws IOException, InterruptedException {
        return admin("POST", "/admin/workers", json);
    }

    static JsonNode json(HttpResponse<String> answer) {
        return parse(answer.body());
    }

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException notJson) {
            throw new UncheckedIOException(text, notJson);
        }
    }

    JsonNode worker(String id) throws IOException, InterruptedException {
        return json(admin("GET", "/admin/workers/" + id, ""));
    }

    JsonNode worker(ScriptedWorker worker) throws IOException, InterruptedException {
        return worker(url(worker));
    }

    String healthOf(ScriptedWorker worker) throws IOException, InterruptedException {
        return worker(worker).at("/health/state").asText();
    }

    List<String> workerIds() throws IOException, InterruptedException {
        JsonNode all = json(admin("GET", "/admin/workers", "")).get("workers");
        return StreamSupport.stream(all.spliterator(), false)
                .map(worker -> worker.get("id").asText())
                .toList();
    }

    String scrape() throws IOException, InterruptedException {
        return admin("GET", "/metrics", "").body();
    }

    /** The sum of all series whose line begins so. */
    double metric(String begin) throws IOException, InterruptedException {
        return scrape().lines()
                .filter(line -> line.startsWith(begin))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Every gauge of every target is exactly zero again, and no request is in flight. */
    void returnsToZero() {
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            router().fleet()
                    .view()
                    .workers()
                    .forEach(worker -> worker.ranks().forEach(rank -> {
                        LoadStatus load = router().chooser().load(rank.candidate());
                        assertThat(load.requests())
                                .as("requests on %s", rank.candidate().target())
                                .isZero();
                        assertThat(load.inflightBlocks())
                                .as("blocks on %s", rank.candidate().target())
                                .isZero();
                    }));
            assertThat(router().metrics().inFlight()).isZero();
        });
    }

    @Override
    public void close() {
        if (router != null) {
            router.close();
        }
        toClose.forEach(ScriptedWorker::close);
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

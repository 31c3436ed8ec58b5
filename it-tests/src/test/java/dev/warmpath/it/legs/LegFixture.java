package dev.warmpath.it.legs;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.it.support.ClosedPorts;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.server.RouterServer;
import dev.warmpath.scorer.load.LoadStatus;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A router with scripted workers behind it, and a client in front. */
public final class LegFixture implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(5);
    public static final String COMPLETIONS = "/v1/completions";

    public final Vertx vertx = Vertx.vertx();
    public final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final List<WorkerSettings> workers = new ArrayList<>();
    private final List<ScriptedWorker> toClose = new ArrayList<>();
    private final List<RawClient> clients = new ArrayList<>();
    private Duration requestTimeout = Duration.ofSeconds(60);
    private Protocol protocol = Protocol.SGLANG_BOOTSTRAP;
    private UpstreamSettings upstream = UpstreamSettings.defaults();
    private ClientKeySettings keys = ClientKeySettings.defaults();
    private UnaryOperator<ServerSettings> server = UnaryOperator.identity();
    private @Nullable RouterServer router;

    /** What pairs added from now on speak. */
    public LegFixture speaking(Protocol spoken) {
        protocol = spoken;
        return this;
    }

    public ScriptedWorker prefill(Consumer<ScriptedWorker.Received> script) {
        ScriptedWorker worker = started(script);
        add(of(worker.url("127.0.0.1"), Role.PREFILL));
        return worker;
    }

    public ScriptedWorker decode(Consumer<ScriptedWorker.Received> script) {
        ScriptedWorker worker = started(script);
        add(of(worker.url("127.0.0.1"), Role.DECODE));
        return worker;
    }

    public ScriptedWorker mixed(Consumer<ScriptedWorker.Received> script) {
        ScriptedWorker worker = started(script);
        add(settings(worker.url("127.0.0.1"), Role.MIXED, 1, 0));
        return worker;
    }

    public ScriptedWorker started(Consumer<ScriptedWorker.Received> script) {
        ScriptedWorker worker = ScriptedWorker.start(vertx, script);
        toClose.add(worker);
        return worker;
    }

    /** A worker whose port refuses connections. */
    void refusing(Role role) {
        add(of(URI.create("http://127.0.0.1:" + ClosedPorts.next()), role));
    }

    public void add(WorkerSettings worker) {
        workers.add(worker);
    }

    public LegFixture keys(ClientKeySettings some) {
        keys = some;
        return this;
    }

    LegFixture server(UnaryOperator<ServerSettings> change) {
        server = change;
        return this;
    }

    LegFixture upstream(UpstreamSettings other) {
        upstream = other;
        return this;
    }

    LegFixture requestTimeout(Duration timeout) {
        requestTimeout = timeout;
        return this;
    }

    public static WorkerSettings settings(URI url, Role role, int dpSize, int dpStart) {
        return settings(url, role, dpSize, dpStart, "m", "default");
    }

    public static WorkerSettings settings(URI url, Role role, int dpSize, int dpStart, String model, String group) {
        return settings(url, role, Protocol.SGLANG_BOOTSTRAP, dpSize, dpStart, model, group);
    }

    private WorkerSettings of(URI url, Role role) {
        return settings(url, role, protocol, 1, 0, "m", "default");
    }

    private static WorkerSettings settings(
            URI url, Role role, Protocol ofPairs, int dpSize, int dpStart, String model, String group) {
        return WorkerSettings.of(
                        url,
                        role,
                        ofPairs == Protocol.SGLANG_BOOTSTRAP ? Engine.SGLANG : Engine.VLLM,
                        role == Role.MIXED ? Protocol.NONE : ofPairs,
                        List.of(model),
                        group,
                        dpSize,
                        dpStart,
                        4)
                .withBootstrapPort(role == Role.PREFILL ? (Integer) url.getPort() : null);
    }

    public RouterServer router() {
        if (router == null) {
            WarmpathSettings settings =
                    TestSettings.of(workers, requestTimeout, ScoringSettings.withWeights(20.0, 2.0, 20.0));
            router = RouterServer.start(
                    settings.withServer(server.apply(settings.server().withKeys(keys)))
                            .withUpstream(upstream));
            awaitNames(router);
        }
        return router;
    }

    /** Who has a name to tell has told it, and who has none is known to have none. */
    private static void awaitNames(RouterServer started) {
        Awaitility.await()
                .atMost(SOON)
                .until(() -> started.fleet().view().workers().stream()
                        .map(Worker::transferNames)
                        .allMatch(names -> !names.needed()
                                || names.of(0) != null
                                || !names.trouble().isEmpty()));
    }

    /** A completion of the tokens 1..64, unless the body says otherwise. */
    static String body(boolean stream) {
        StringBuilder tokens = new StringBuilder("1");
        for (int i = 2; i <= 64; i++) {
            tokens.append(',').append(i);
        }
        return "{\"model\":\"m\",\"prompt\":[" + tokens + "],\"max_tokens\":8,\"stream\":" + stream + "}";
    }

    public HttpRequest request(String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + router().port() + path))
                .header("content-type", "application/json")
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    public HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(request(path, body), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> complete(boolean stream) throws IOException, InterruptedException {
        return post(COMPLETIONS, body(stream));
    }

    /** A completion of a client of bytes. It leaves with the fixture: a router that stops waits a while for who stays. */
    RawClient raw(boolean stream) throws IOException {
        RawClient client = RawClient.post(router().port(), COMPLETIONS, body(stream));
        clients.add(client);
        return client;
    }

    public String scrape() throws IOException, InterruptedException {
        URI metrics = URI.create("http://127.0.0.1:" + router().adminPort() + "/metrics");
        return client.send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Every gauge of every target is exactly zero again, and no request is in flight. */
    public void returnsToZero() {
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            router().fleet()
                    .view()
                    .workers()
                    .forEach(worker -> worker.ranks().forEach(rank -> {
                        LoadStatus load = router().chooser().load(rank.candidate());
                        Assertions.assertThat(load.requests())
                                .as("requests on %s", rank.candidate().target())
                                .isZero();
                        Assertions.assertThat(load.inflightBlocks())
                                .as("blocks on %s", rank.candidate().target())
                                .isZero();
                    }));
            Assertions.assertThat(router().metrics().inFlight()).isZero();
        });
    }

    /** Legs that have not ended, over all targets of a role. */
    int requests(Role role) {
        return router().fleet().view().workers().stream()
                .filter(worker -> worker.settings().role() == role)
                .flatMap(worker -> worker.ranks().stream())
                .mapToInt(rank -> router().chooser().load(rank.candidate()).requests())
                .sum();
    }

    static void closedSoon(ScriptedWorker.Received leg) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(1))
                .untilAsserted(() -> Assertions.assertThat(leg.closed()).isDone());
    }

    static void receivedOne(ScriptedWorker worker) {
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> Assertions.assertThat(worker.received()).hasSize(1));
    }

    @Override
    public void close() {
        clients.forEach(RawClient::close);
        if (router != null) {
            router.close();
        }
        toClose.forEach(ScriptedWorker::close);
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

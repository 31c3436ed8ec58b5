package dev.warmpath.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.router.discovery.SourceState;
import dev.warmpath.router.discovery.SourceStatus;
import dev.warmpath.router.server.RouterServer;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/** A router with discovery, scripted workers that it may find, and what tests ask of the two. */
final class DiscoveredFleet implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(15);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final RouterServer router;
    private final List<ScriptedWorker> workers = new ArrayList<>();
    private int prompts;

    /** @param yaml the sections of a configuration that are not the same for all tests */
    DiscoveredFleet(String yaml) {
        String same = """
                server: {host: 127.0.0.1, port: 0, target_headers: true, shutdown_grace: 200ms, drain_delay: 0s}
                admin: {port: 0}
                scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}, mixed: {overlap_weight: 20}}
                models: [{name: m}]
                breaker: {open_min: 200ms, open_max: 400ms}
                """;
        LoadResult result = ConfigLoader.loadText(same + yaml, Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);
        assertThat(result).isInstanceOf(LoadResult.Loaded.class);
        router = RouterServer.start(((LoadResult.Loaded) result).settings());
    }

    /** Answers every request. */
    static void serve(ScriptedWorker.Received leg) {
        leg.answer(200, "application/json", "{\"choices\":[{\"text\":\"a\"}]}");
    }

    ScriptedWorker worker(String host, int port) {
        return worker(host, port, DiscoveredFleet::serve);
    }

    ScriptedWorker worker(String host, int port, Consumer<ScriptedWorker.Received> script) {
        ScriptedWorker worker = ScriptedWorker.start(vertx, host, port, script);
        workers.add(worker);
        return worker;
    }

    RouterServer router() {
        return router;
    }

    SourceStatus source(String name) {
        return router.discovery().sources().stream()
                .filter(source -> source.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    void awaitState(String source, SourceState state) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(source(source).state()).isEqualTo(state));
    }

    /** Waits until the fleet has exactly these workers. */
    void awaitWorkers(String... ids) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(router.fleet().view().workers())
                        .extracting("id")
                        .containsExactlyInAnyOrder((Object[]) ids));
    }

    /** A completion of a prompt that nobody holds anything of. */
    CompletableFuture<HttpResponse<String>> completing(boolean stream) {
        return completing("m", stream);
    }

    private CompletableFuture<HttpResponse<String>> completing(String model, boolean stream) {
        prompts++;
        StringBuilder tokens = new StringBuilder().append(prompts);
        for (int i = 1; i < 64; i++) {
            tokens.append(',').append(1000 * prompts + i);
        }
        URI uri = URI.create("http://127.0.0.1:" + router.port() + "/v1/completions");
        String body =
                "{\"model\":\"" + model + "\",\"prompt\":[" + tokens + "],\"max_tokens\":8,\"stream\":" + stream + "}";
        return client.sendAsync(
                HttpRequest.newBuilder(uri)
                        .timeout(Duration.ofSeconds(30))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> complete() {
        return completing(false).join();
    }

    HttpResponse<String> complete(String model) {
        return completing(model, false).join();
    }

    /** What the data port answers. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + router.port() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> admin(String method, String path, String body) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + router.adminPort() + path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    JsonNode worker(String id) throws IOException, InterruptedException {
        return JSON.readTree(admin("GET", "/admin/workers/" + id, "").body());
    }

    /** The doctor's findings of one name that do not pass. */
    List<JsonNode> findings(String check) throws IOException, InterruptedException {
        JsonNode report = JSON.readTree(admin("GET", "/admin/doctor", "").body());
        return StreamSupport.stream(report.get("checks").spliterator(), false)
                .filter(finding -> finding.get("name").asText().equals(check))
                .filter(finding -> !finding.get("status").asText().equals("pass"))
                .toList();
    }

    String scrape() throws IOException, InterruptedException {
        return admin("GET", "/metrics", "").body();
    }

    @Override
    public void close() {
        router.close();
        workers.forEach(ScriptedWorker::close);
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

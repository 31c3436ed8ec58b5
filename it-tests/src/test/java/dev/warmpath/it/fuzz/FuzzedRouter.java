package dev.warmpath.it.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.router.prompt.DemoModel;
import dev.warmpath.router.server.RouterServer;
import dev.warmpath.scorer.load.LoadStatus;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * A router with the demo model and scripted workers of one protocol behind it. Breakers and the budget of retries are
 * wide open: a worker that has been made to answer nonsense a hundred times is to be asked again.
 */
final class FuzzedRouter implements AutoCloseable {

    static final String CHATS = "/v1/chat/completions";
    static final String COMPLETIONS = "/v1/completions";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String ANSWER = "{\"ok\":true}";

    private static final String TRANSFER =
            "{\"kv_transfer_params\":{\"do_remote_prefill\":true,\"do_remote_decode\":false,"
                    + "\"remote_engine_id\":\"e\",\"remote_request_id\":\"r\",\"remote_host\":\"127.0.0.1\",\"remote_port\":1,"
                    + "\"remote_block_ids\":[[1,2]]},\"choices\":[{\"finish_reason\":\"length\"}]}";

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<ScriptedWorker> workers;
    private final RouterServer router;

    private FuzzedRouter(Path directory, Protocol protocol, boolean remoteTokenizer) throws IOException {
        // Prefill first, and the one whose answer the client gets last.
        this.workers = protocol == Protocol.NONE ? List.of(worker(ANSWER)) : List.of(worker(TRANSFER), worker(ANSWER));
        StringBuilder yaml = new StringBuilder("""
                server: {host: 127.0.0.1, port: 0, max_body: 1MiB, body_timeout: 2s, request_timeout: 5s, drain_delay: 0s, shutdown_grace: 200ms}
                admin: {host: 127.0.0.1, port: 0}
                scoring: {prefill: {overlap_weight: 20.0}, decode: {overlap_weight: 2.0}, mixed: {overlap_weight: 20.0}}
                upstream: {retry_floor: 10000, retry_backoff: 1ms, retry_backoff_max: 1ms}
                health: {enabled: false}
                breaker: {consecutive_failures: 1000, failure_rate: 1.0, open_min: 1ms, open_max: 1ms}
                prompt: {timeout: 10s}
                """);
        yaml.append("models: [{name: demo, ")
                .append(
                        remoteTokenizer
                                ? "remote_tokenizer: true"
                                : "tokenizer: \"" + DemoModel.unpack(directory.resolve(DemoModel.NAME)) + '"')
                .append("}]\nworkers:\n");
        for (int i = 0; i < workers.size(); i++) {
            String role = workers.size() == 1 ? "mixed" : i == 0 ? "prefill" : "decode";
            yaml.append("  - {url: \"")
                    .append(workers.get(i).url("127.0.0.1"))
                    .append("\", role: ")
                    .append(role)
                    .append(", engine: ")
                    .append(protocol == Protocol.SGLANG_BOOTSTRAP ? "sglang" : "vllm")
                    .append(", protocol: ")
                    .append(protocol.key())
                    .append(", models: [demo], block_size: 16}\n");
        }
        this.router = RouterServer.start(settings(yaml.toString(), directory));
    }

    private static WarmpathSettings settings(String yaml, Path directory) {
        LoadResult result = ConfigLoader.loadText(yaml, directory, Map.of(), List.of(), PathCheck.MUST_EXIST);
        if (result instanceof LoadResult.Loaded loaded) {
            return loaded.settings();
        }
        throw new AssertionError(result);
    }

    static FuzzedRouter start(Path directory, Protocol protocol) throws IOException {
        return new FuzzedRouter(directory, protocol, false);
    }

    static FuzzedRouter withRemoteTokenizer(Path directory) throws IOException {
        return new FuzzedRouter(directory, Protocol.NONE, true);
    }

    private ScriptedWorker worker(String answer) {
        return ScriptedWorker.start(vertx, leg -> leg.answer(200, "application/json", answer));
    }

    /** The prefill worker, or the only one. */
    ScriptedWorker prefill() {
        return workers.get(0);
    }

    /** The worker whose answer the client gets. */
    ScriptedWorker answering() {
        return workers.get(workers.size() - 1);
    }

    RouterServer router() {
        return router;
    }

    HttpResponse<byte[]> data(String path, byte[] body) throws IOException, InterruptedException {
        return send(router.port(), "POST", path, body);
    }

    HttpResponse<byte[]> admin(String method, String path, byte[] body) throws IOException, InterruptedException {
        return send(router.adminPort(), method, path, body);
    }

    private HttpResponse<byte[]> send(int port, String method, String path, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("content-type", "application/json")
                .timeout(PATIENCE)
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    /** A refusal has a status of 400 to 499 and says what is wrong in OpenAI's shape. */
    static void isProperRefusal(HttpResponse<byte[]> answer) throws IOException {
        assertThat(answer.statusCode()).as(new String(answer.body(), UTF_8)).isBetween(400, 499);
        isNamed(answer);
    }

    /** An error in OpenAI's shape. */
    static void isNamed(HttpResponse<byte[]> answer) throws IOException {
        JsonNode error = JSON.readTree(answer.body()).path("error");
        assertThat(error.path("message").asText())
                .as(new String(answer.body(), UTF_8))
                .isNotBlank();
        assertThat(error.path("type").asText()).isNotBlank();
        assertThat(error.has("param") && error.has("code")).isTrue();
    }

    /** Nothing is booked and nothing runs: whatever was sent before has left nothing behind. */
    void isQuiet() {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(router.metrics().inFlight()).isZero();
            router.fleet()
                    .view()
                    .workers()
                    .forEach(worker -> worker.ranks().forEach(rank -> {
                        LoadStatus load = router.chooser().load(rank.candidate());
                        assertThat(load.requests()).isZero();
                        assertThat(load.inflightBlocks()).isZero();
                    }));
        });
    }

    @Override
    public void close() {
        router.close();
        workers.forEach(ScriptedWorker::close);
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

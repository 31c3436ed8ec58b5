package dev.warmpath.it.legs;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * An HTTP server that does to each request what its script says, and remembers what it was sent and whether the
 * connection was closed under it. Probes, and questions for transfer names, it answers by itself.
 */
public final class ScriptedWorker implements AutoCloseable {

    /** One request as it arrived, whole; its answer is the script's to give. */
    public record Received(HttpServerRequest request, String path, Buffer body, CompletableFuture<Void> closed) {

        public HttpServerResponse response() {
            return request.response();
        }

        public void answer(int status, String contentType, String text) {
            response()
                    .setStatusCode(status)
                    .putHeader("content-type", contentType)
                    .end(text);
        }

        /** Closes the connection without a word, or inside the answer. */
        public void cut() {
            request.connection().close();
        }

        /** Says that an event stream follows. */
        public Future<Void> events() {
            return response()
                    .setChunked(true)
                    .putHeader("content-type", "text/event-stream")
                    .writeHead();
        }

        /** Starts an event stream. */
        public HttpServerResponse events(String first) {
            HttpServerResponse response = response();
            response.setChunked(true).putHeader("content-type", "text/event-stream");
            response.write(first);
            return response;
        }
    }

    /** What probed workers are asked of themselves; these tell nothing, and it is not among the {@link #received}. */
    private static final Set<String> ABOUT_ITSELF =
            Set.of("/v1/models", "/server_info", "/get_server_info", "/model_info", "/get_model_info", "/version");

    private final HttpServer server;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<Received> probes = new CopyOnWriteArrayList<>();
    private volatile Consumer<Received> script;
    private volatile Consumer<Received> health = probe -> probe.answer(200, "text/plain", "");

    private ScriptedWorker(HttpServer server, Consumer<Received> script) {
        this.server = server;
        this.script = script;
    }

    public static ScriptedWorker start(Vertx vertx, Consumer<Received> script) {
        return start(vertx, "127.0.0.1", script);
    }

    static ScriptedWorker start(Vertx vertx, String host, Consumer<Received> script) {
        return start(vertx, host, 0, script);
    }

    /** On a port that somebody else has already told of. */
    public static ScriptedWorker start(Vertx vertx, String host, int port, Consumer<Received> script) {
        HttpServer server =
                vertx.createHttpServer(new HttpServerOptions().setHost(host).setPort(port));
        ScriptedWorker worker = new ScriptedWorker(server, script);
        server.requestHandler(worker::take);
        server.listen().toCompletionStage().toCompletableFuture().join();
        return worker;
    }

    private void take(HttpServerRequest request) {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        request.connection().closeHandler(gone -> closed.complete(null));
        request.body().onSuccess(body -> {
            Received whole = new Received(request, request.path(), body, closed);
            if (whole.path().equals("/query")) {
                // Mooncake's bootstrap server, on the worker's own port for simplicity.
                whole.answer(200, "application/json", "{\"0\":{\"engine_id\":\"engine-" + port() + "\"}}");
            } else if (whole.path().startsWith("/health")) {
                probes.add(whole);
                health.accept(whole);
            } else if (ABOUT_ITSELF.contains(whole.path())) {
                whole.answer(404, "text/plain", "");
            } else {
                received.add(whole);
                script.accept(whole);
            }
        });
    }

    /** From the next request on. */
    public void script(Consumer<Received> next) {
        script = next;
    }

    public List<Received> received() {
        return received;
    }

    /** What happens to probes from the next on; a 200 at first. */
    public void health(Consumer<Received> next) {
        health = next;
    }

    /** Probes, which are not among the {@link #received}. */
    public List<Received> probes() {
        return probes;
    }

    public int port() {
        return server.actualPort();
    }

    public URI url(String host) {
        return URI.create("http://" + host + ":" + port());
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
    }
}

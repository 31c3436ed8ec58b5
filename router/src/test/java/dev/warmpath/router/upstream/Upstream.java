package dev.warmpath.router.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The connections of one event loop, over the transport that the router uses. */
final class Upstream {

    static final String OK = "HTTP/1.1 200 OK\r\n";
    static final String HELLO = OK + "Content-Length: 5\r\n\r\nhello";

    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
    private final Context loop = vertx.getOrCreateContext();
    private final WorkerConnections connections;
    private final ScriptedWorker other;

    Upstream(UpstreamSettings settings) throws Exception {
        this.connections = on(() -> new WorkerConnections(vertx, settings));
        this.other = new ScriptedWorker();
    }

    Vertx vertx() {
        return vertx;
    }

    Context loop() {
        return loop;
    }

    WorkerConnections connections() {
        return connections;
    }

    Asker asker(Worker worker) {
        return new Asker(this, worker);
    }

    /** Does something on the event loop. */
    <T> T on(Callable<T> what) throws Exception {
        return on(loop, what);
    }

    <T> T on(Context context, Callable<T> what) throws Exception {
        CompletableFuture<T> done = new CompletableFuture<>();
        context.runOnContext(now -> {
            try {
                done.complete(what.call());
            } catch (Throwable failed) {
                done.completeExceptionally(failed);
            }
        });
        return done.get(5, TimeUnit.SECONDS);
    }

    /**
     * All has been told that workers have written until now: the event loop has asked another worker since, over a new
     * connection.
     */
    void settle() throws Exception {
        Asker asker = asker(other.worker()).get();
        ScriptedWorker.Talk talk = other.accept();
        talk.request();
        talk.say(OK + "Connection: close\r\nContent-Length: 0\r\n\r\n");
        assertThat(asker.answer()).isEqualTo("head 200 end");
        assertThat(talk.closedByRouter()).isTrue();
    }

    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
        other.close();
    }
}

package dev.warmpath.router.legs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.impl.VertxConnection;
import java.lang.reflect.Field;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That a new release of Vert.x, or of Java, does not give the queues back unnoticed, and that nothing needs them. */
final class DirectWritesTest {

    /** More than a socket takes in one go. */
    private static final int LENGTH = 3_000_000;

    private final Vertx vertx = Vertx.vertx();

    /** Both are held here: Vert.x closes what nobody refers to any more. */
    private final HttpServer server = vertx.createHttpServer();

    private final AtomicReference<LegClient> held = new AtomicReference<>();

    @AfterEach
    void close() throws Exception {
        await(vertx.close());
    }

    @Test
    void aConnectionToAWorkerHasNoQueueAndServesBodiesLargerThanASocketTakes() throws Exception {
        await(server.requestHandler(request ->
                        request.body().onSuccess(body -> request.response().end(body)))
                .listen(0, "127.0.0.1"));
        Worker worker = at(server.actualPort());
        List<HttpConnection> connections = new ArrayList<>();
        CompletableFuture<List<Buffer>> answered = new CompletableFuture<>();
        // Legs are sent from the event loop of their connection.
        vertx.getOrCreateContext().runOnContext(now -> {
            LegClient client = new LegClient(vertx, UpstreamSettings.defaults());
            held.set(client);
            List<Buffer> answers = new ArrayList<>();
            ask(client, worker, (byte) 1, connections)
                    .onSuccess(answers::add)
                    .compose(first -> ask(client, worker, (byte) 2, connections))
                    .onSuccess(second -> {
                        answers.add(second);
                        answered.complete(answers);
                    })
                    .onFailure(answered::completeExceptionally);
        });

        assertThat(answered.get(10, TimeUnit.SECONDS))
                .extracting(Buffer::length, answer -> answer.getByte(LENGTH - 1))
                .containsExactly(tuple(LENGTH, (byte) 1), tuple(LENGTH, (byte) 2));
        assertThat(connections)
                .isNotEmpty()
                .allSatisfy(connection -> assertThat(queueOf(connection)).isEqualTo("DirectOutboundMessageQueue"));
    }

    @Test
    void aLegIsOpenedOnTheEventLoopOfItsClientAlone() throws Exception {
        CompletableFuture<LegClient> made = new CompletableFuture<>();
        vertx.getOrCreateContext()
                .runOnContext(now -> made.complete(new LegClient(vertx, UpstreamSettings.defaults())));
        LegClient client = made.get(10, TimeUnit.SECONDS);

        assertThatThrownBy(() -> client.open(at(1), HttpMethod.POST, "/"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(Thread.currentThread().getName());
    }

    private static Future<Buffer> ask(LegClient client, Worker worker, byte last, List<HttpConnection> connections) {
        Buffer body = Buffer.buffer(new byte[LENGTH]).setByte(LENGTH - 1, last);
        return client.open(worker, HttpMethod.POST, "/")
                .compose(request -> {
                    connections.add(request.connection());
                    return request.send(body);
                })
                .compose(answer -> answer.body());
    }

    private static Worker at(int port) {
        URI url = URI.create("http://127.0.0.1:" + port);
        WorkerSettings settings =
                WorkerSettings.of(url, Role.MIXED, Engine.VLLM, Protocol.NONE, List.of("m"), "g", 1, 0, 16);
        return new Worker(url.toString(), settings, url.getHost(), port, List.of(), null);
    }

    private static String queueOf(HttpConnection connection) throws ReflectiveOperationException {
        Field queue = VertxConnection.class.getDeclaredField("outboundMessageQueue");
        queue.setAccessible(true);
        return queue.get(connection).getClass().getSimpleName();
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}

package dev.warmpath.router.legs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.impl.VertxConnection;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That a new release of Vert.x, or of Java, does not give the queues back unnoticed. */
final class DirectWritesTest {

    private static final int LENGTH = 3_000_000;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        await(vertx.close());
    }

    @Test
    void aConnectionToAWorkerHasNoQueueAndServesBodiesLargerThanASocketTakes() throws Exception {
        HttpServer worker = await(vertx.createHttpServer()
                .requestHandler(request ->
                        request.body().onSuccess(body -> request.response().end(body)))
                .listen(0, "127.0.0.1"));
        List<HttpConnection> connections = new ArrayList<>();
        CompletableFuture<List<Buffer>> answered = new CompletableFuture<>();
        // Legs are sent from the event loop of their connection.
        vertx.getOrCreateContext().runOnContext(now -> {
            HttpClient client = vertx.httpClientBuilder()
                    .withConnectHandler(connection -> {
                        connections.add(connection);
                        DirectWrites.of(connection);
                    })
                    .build();
            List<Buffer> answers = new ArrayList<>();
            ask(client, worker, (byte) 1)
                    .onSuccess(answers::add)
                    .compose(first -> ask(client, worker, (byte) 2))
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

    private static Future<Buffer> ask(HttpClient client, HttpServer worker, byte last) {
        Buffer body = Buffer.buffer(new byte[LENGTH]).setByte(LENGTH - 1, last);
        return client.request(HttpMethod.POST, worker.actualPort(), "127.0.0.1", "/")
                .compose(request -> request.send(body))
                .compose(answer -> answer.body());
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

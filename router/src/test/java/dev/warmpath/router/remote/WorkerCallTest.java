package dev.warmpath.router.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(60)
class WorkerCallTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient();
    private final CountDownLatch closed = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private Future<Buffer> call(Duration timeout, Handler<HttpServerRequest> worker) throws Exception {
        int port = get(vertx.createHttpServer().requestHandler(worker).listen(0, "127.0.0.1"))
                .actualPort();
        return call(timeout, port);
    }

    private Future<Buffer> call(Duration timeout, int port) {
        RequestOptions where = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost("127.0.0.1")
                .setPort(port)
                .setURI("/tokenize");
        return new WorkerCall(vertx, client, 16 << 20).send(where, Buffer.buffer("{}"), timeout);
    }

    @Test
    void theWholeAnswerIsCollected() throws Exception {
        Buffer answer = get(call(LONG, request -> {
            HttpServerResponse response = request.response().setChunked(true);
            response.write("{\"tokens\":[1,");
            response.end("4294967295]}");
        }));

        assertThat(new TokenizeAnswer(answer).ids()).containsExactly(1, -1);
    }

    @Test
    void anAnswerThatIsTooLongIsGivenUpAndSaysSo() throws Exception {
        Future<Buffer> answer = call(LONG, request -> {
            HttpServerResponse response = request.response().setChunked(true);
            Buffer part = Buffer.buffer(new byte[1 << 20]);
            // More than is read, and never an end.
            vertx.setPeriodic(1, tick -> response.write(part));
            request.connection().closeHandler(gone -> closed.countDown());
        });

        assertThatThrownBy(() -> get(answer))
                .hasCauseInstanceOf(WorkerCall.TooLong.class)
                .hasMessageContaining("/tokenize answered more than 16777216 bytes");
        await().untilAsserted(() -> assertThat(closed.getCount()).isZero());
    }

    /** Each byte ends a silence, so only a limit of the whole call ends this one. */
    @Test
    void anAnswerThatTricklesIsGivenUpInTime() throws Exception {
        Future<Buffer> answer = call(Duration.ofMillis(500), request -> {
            HttpServerResponse response = request.response().setChunked(true);
            long trickle = vertx.setPeriodic(50, tick -> response.write(" "));
            request.connection().closeHandler(gone -> {
                vertx.cancelTimer(trickle);
                closed.countDown();
            });
        });

        assertThatThrownBy(() -> get(answer))
                .hasCauseInstanceOf(WorkerCall.Late.class)
                .hasMessageContaining("/tokenize had no whole answer after 500 ms");
        await().untilAsserted(() -> assertThat(closed.getCount()).isZero());
    }

    @Test
    void aWorkerThatDoesNotAnswerIsLate() throws Exception {
        assertThatThrownBy(() -> get(call(Duration.ofMillis(100), request -> {})))
                .hasCauseInstanceOf(WorkerCall.Late.class);
    }

    @Test
    void anAnswerThatIsTooLongIsGivenUp() throws Exception {
        Buffer mebibyte = Buffer.buffer(new byte[1 << 20]);
        Future<Buffer> answer = call(LONG, request -> {
            HttpServerResponse response = request.response().setChunked(true);
            request.connection().closeHandler(gone -> closed.countDown());
            for (int i = 0; i < 17; i++) {
                response.write(mebibyte);
            }
        });

        assertThatThrownBy(() -> get(answer)).isInstanceOf(ExecutionException.class);
        await().untilAsserted(() -> assertThat(closed.getCount()).isZero());
    }

    @Test
    void anotherStatusIsNoAnswer() throws Exception {
        Future<Buffer> answer =
                call(LONG, request -> request.response().setStatusCode(404).end("{\"tokens\":[1]}"));

        assertThatThrownBy(() -> get(answer)).hasMessageContaining("/tokenize answered 404");
    }

    /** The caller tells what is to be told; a worker that refuses every poll must not fill the log. */
    @Test
    void refusalIsNotLoggedAsAFault() throws Exception {
        assertThat(loggedWhile(() -> {
                    Future<Buffer> answer = call(LONG, request -> {
                        request.connection().closeHandler(gone -> closed.countDown());
                        request.response().setStatusCode(404).setChunked(true).write("not yet all");
                    });
                    assertThatThrownBy(() -> get(answer)).hasMessageContaining("/tokenize answered 404");
                    await().untilAsserted(() -> assertThat(closed.getCount()).isZero());
                }))
                .isEmpty();
    }

    @Test
    void answerThatIsNoHttpIsNotLoggedAsAFault() throws Exception {
        int port = get(vertx.createNetServer()
                        .connectHandler(socket -> socket.handler(request -> socket.write("what?\n\n")))
                        .listen(0, "127.0.0.1"))
                .actualPort();

        assertThat(loggedWhile(
                        () -> assertThatThrownBy(() -> get(call(LONG, port))).isInstanceOf(ExecutionException.class)))
                .isEmpty();
    }

    private interface Step {
        void run() throws Exception;
    }

    /** What Vert.x logs until the client, and with it what it does about its connections, has ended. */
    private List<ILoggingEvent> loggedWhile(Step step) throws Exception {
        Logger vertxLog = (Logger) LoggerFactory.getLogger("io.vertx");
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        vertxLog.addAppender(logged);
        try {
            step.run();
            get(client.close());
            return logged.list;
        } finally {
            vertxLog.detachAppender(logged);
        }
    }
}

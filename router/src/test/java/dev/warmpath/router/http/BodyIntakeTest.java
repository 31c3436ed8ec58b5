package dev.warmpath.router.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.ServerSettings;
import dev.warmpath.router.admission.BodyBudget;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies are read whole, and not kept. */
final class BodyIntakeTest {

    private static final int LENGTH = 100_000;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    /** A stream may go on for half an hour, and its prompt may be long. */
    @Test
    void aBodyIsNotHeldWhileItsAnswerGoesOn() throws Exception {
        CompletableFuture<WeakReference<Buffer>> read = new CompletableFuture<>();
        BodyIntake intake = new BodyIntake(vertx, ServerSettings.defaults());
        BodyBudget.Share share =
                BodyBudget.within(2 * LENGTH, Runtime.getRuntime().maxMemory()).open();
        HttpServer server = vertx.createHttpServer()
                .requestHandler(request -> intake.read(request, share)
                        .onSuccess(body -> {
                            assertThat(body.length()).isEqualTo(LENGTH);
                            read.complete(new WeakReference<>(body));
                        })
                        .onFailure(read::completeExceptionally))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        vertx.createHttpClient()
                .request(HttpMethod.POST, server.actualPort(), "127.0.0.1", "/")
                .compose(request -> request.send(Buffer.buffer(new byte[LENGTH])));

        WeakReference<Buffer> body = read.get(10, TimeUnit.SECONDS);

        await().until(() -> {
            System.gc();
            return body.get() == null;
        });
    }
}

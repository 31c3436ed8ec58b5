package dev.warmpath.router.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.router.admission.BodyBudget;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies are read whole, and not kept. */
final class BodyIntakeTest {

    private static final int LENGTH = 100_000;

    private final Vertx vertx = Vertx.vertx();

    /** Held here: Vert.x closes what nobody refers to any more, and these tests collect garbage. */
    private final HttpClient client = vertx.createHttpClient();

    private final HttpServer server = vertx.createHttpServer();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    /** A stream may go on for half an hour, and its prompt may be long. */
    @Test
    void aBodyIsNotHeldWhileItsAnswerGoesOn() throws Exception {
        CompletableFuture<WeakReference<byte[]>> read = new CompletableFuture<>();
        BodyIntake intake = new BodyIntake(vertx, ServerSettings.defaults());
        BodyBudget.Share share =
                BodyBudget.within(2 * LENGTH, Runtime.getRuntime().maxMemory()).open();
        server.requestHandler(request -> intake.read(request, share)
                        .onSuccess(body -> {
                            assertThat(body).hasSize(LENGTH);
                            read.complete(new WeakReference<>(body));
                        })
                        .onFailure(read::completeExceptionally))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        client.request(HttpMethod.POST, server.actualPort(), "127.0.0.1", "/")
                .compose(request -> request.send(Buffer.buffer(new byte[LENGTH])))
                .onFailure(read::completeExceptionally);

        WeakReference<byte[]> body = read.get(10, TimeUnit.SECONDS);

        await().until(() -> {
            System.gc();
            return body.get() == null;
        });
    }

    /** Also where twice as long is more than an int holds: a copy of all for each piece would hold the event loop for long. */
    @ParameterizedTest
    @CsvSource({
        "0, 10, 0, 10",
        "1000, 1001, 0, 2000",
        "0, 10, 1000, 1000",
        "0, 10, 1000000, 262144",
        "262144, 262145, 1000000, 524288",
        "524288, 900000, 1000000, 1000000",
        "1073741824, 1073741825, 0, 2147483639",
        "1200000000, 1200000001, 2000000000, 2000000000"
    })
    void anArrayThatIsTooShortIsFollowedByOneTwiceAsLongUpToWhatIsAnnounced(
            int now, int needed, int announced, int next) {
        assertThat(BodyIntake.room(now, needed, announced)).isEqualTo(next);
    }

    /** A length that is said, and one that is not; pieces that fill the array at once, or make it grow. */
    @ParameterizedTest
    @CsvSource({
        "true, 1, 1",
        "true, 1000, 1",
        "true, 300000, 7",
        "true, 2000000, 3",
        "false, 0, 1",
        "false, 1000, 1",
        "false, 300000, 7"
    })
    void aBodyIsWhatTheClientSentHoweverItComes(boolean announced, int length, int pieces) throws Exception {
        byte[] sent = new byte[length];
        new Random(length).nextBytes(sent);
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        BodyIntake intake = new BodyIntake(vertx, ServerSettings.defaults());
        BodyBudget.Share share =
                BodyBudget.within(4 << 20, Runtime.getRuntime().maxMemory()).open();
        server.requestHandler(request ->
                        intake.read(request, share).onSuccess(read::complete).onFailure(read::completeExceptionally))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        client.request(HttpMethod.POST, server.actualPort(), "127.0.0.1", "/").onSuccess(request -> {
            if (announced) {
                request.putHeader("content-length", Integer.toString(length));
            } else {
                request.setChunked(true);
            }
            int piece = Math.max(1, length / pieces);
            for (int from = 0; from < length; from += piece) {
                request.write(Buffer.buffer(Arrays.copyOfRange(sent, from, Math.min(length, from + piece))));
            }
            request.end();
        });

        assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo(sent);
    }
}

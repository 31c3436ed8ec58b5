package dev.warmpath.it.chaos;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Clients that ask one request after another until they are stopped. */
final class Clients implements AutoCloseable {

    /** Longer than the router's own clock for a request: who waits as long was forgotten. */
    private static final int PATIENCE_SECONDS = 20;

    /** Who was refused waits as long as it was told to, within these, as good clients do. */
    private static final int SHORTEST_PAUSE_MILLIS = 100;

    private static final int LONGEST_PAUSE_MILLIS = 3_000;
    private static final int MILLIS = 1_000;

    private static final int OK = 200;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final HttpClient http;
    private final int port;
    private final Prompts prompts;
    private final Ledger ledger;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final CountDownLatch running;

    Clients(int port, int count, Prompts prompts, Ledger ledger) {
        this.http = vertx.createHttpClient(
                new HttpClientOptions().setDefaultHost("127.0.0.1"), new PoolOptions().setHttp1MaxSize(2 * count));
        this.port = port;
        this.prompts = prompts;
        this.ledger = ledger;
        this.running = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            int client = i;
            vertx.runOnContext(start -> next(client));
        }
    }

    private void next(int client) {
        if (stopped.get()) {
            running.countDown();
            return;
        }
        Prompts.Ask ask = prompts.next(client);
        String id = ledger.begin(client);
        new Conversation(vertx, TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS), ask, answer -> {
                    ledger.end(client, ask.stream(), answer);
                    vertx.timer(pauseMillis(answer)).onSuccess(again -> next(client));
                })
                .start(http, port, id, Buffer.buffer(ask.body()));
    }

    private static int pauseMillis(ClientAnswer answer) {
        int asked = Math.min(LONGEST_PAUSE_MILLIS, answer.retryAfterSeconds() * MILLIS);
        return answer.status() == OK ? 1 : Math.max(SHORTEST_PAUSE_MILLIS, asked);
    }

    /**
     * Lets open requests end, and begins no more.
     *
     * @return whether all ended
     */
    boolean stop() {
        stopped.set(true);
        try {
            return running.await(2L * PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

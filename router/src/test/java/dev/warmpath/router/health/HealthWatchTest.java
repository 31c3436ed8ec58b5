package dev.warmpath.router.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.TestWorkers;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How probing ends. Nobody listens where the worker should be. */
class HealthWatchTest {

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final HealthSettings OFTEN = new HealthSettings(true, "/health", SHORT, Duration.ofSeconds(5), 3, 2);

    /** Some of the rounds that a watch makes, so that one is overdue. */
    private static final Duration HELD_UP = Duration.ofMillis(100);

    private final Vertx vertx = Vertx.vertx();
    private final FleetView view = TestWorkers.view(new TestWorkers().worker("127.0.0.1", Role.MIXED));

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void noProbeIsSentBetweenTheEndOfTheConnectionsAndTheEndOfTheWatch() throws Exception {
        Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
        vertx.exceptionHandler(faults::add);
        CompletableFuture<Context> loop = new CompletableFuture<>();
        HealthWatch watch = new HealthWatch(
                () -> {
                    loop.complete(Vertx.currentContext());
                    return view;
                },
                (worker, sentAt, news) -> {},
                OFTEN,
                new SplittableRandom(1));
        String id = vertx.deployVerticle(watch)
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        await().until(() ->
                view.workers().iterator().next().health().status().state().bars());

        CompletableFuture<Void> ended = new CompletableFuture<>();
        loop.get().runOnContext(now -> {
            vertx.undeploy(id).onComplete(end -> ended.complete(null));
            long since = System.nanoTime();
            while (System.nanoTime() - since < HELD_UP.toNanos()) {
                Thread.onSpinWait();
            }
        });
        ended.get(10, TimeUnit.SECONDS);

        assertThat(faults).isEmpty();
    }
}

package dev.warmpath.it.sim.events;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.hash.VllmHashing;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread that owns the sockets sleeps when there is nothing to do, and never while there is. */
class EventPublisherTest {

    private static final int THREADS = 4;
    private static final int COMMANDS = 50_000;

    @Test
    @Timeout(120)
    void noCommandWaitsForTheNextOne() {
        try (EventPublisher publisher = EventPublisher.start(
                "publisher-test", EventOptions.of(Engine.VLLM), new VllmHashing(VllmHashing.DEFAULT_SEED), List.of())) {
            CompletableFuture<?>[] threads = IntStream.range(0, THREADS)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                        for (int i = 0; i < COMMANDS; i++) {
                            for (int spin = i % 500; spin > 0; spin--) {
                                Thread.onSpinWait();
                            }
                            CompletableFuture<Void> flushed = publisher.flushed();
                            if (i % 10 == 0) {
                                flushed.orTimeout(10, TimeUnit.SECONDS).join();
                            }
                        }
                    }))
                    .toArray(CompletableFuture<?>[]::new);

            assertThatCode(() -> CompletableFuture.allOf(threads).join()).doesNotThrowAnyException();
        }
    }
}

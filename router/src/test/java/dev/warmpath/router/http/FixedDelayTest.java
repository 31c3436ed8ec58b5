package dev.warmpath.router.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many clocks on one timer. */
final class FixedDelayTest {

    private static final Duration DELAY = Duration.ofMillis(40);

    private final Vertx vertx = Vertx.vertx();
    private final List<String> late = new ArrayList<>();
    private final CompletableFuture<List<String>> end = new CompletableFuture<>();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    /** What was late, in order, when the wait that was begun last is. */
    private List<String> lateOnes(Consumer<FixedDelay> script) throws Exception {
        vertx.runOnContext(now -> {
            FixedDelay delay = new FixedDelay(vertx, DELAY);
            try {
                script.accept(delay);
            } catch (RuntimeException e) {
                end.completeExceptionally(e);
            }
        });
        return end.get(10, TimeUnit.SECONDS);
    }

    private static FixedDelay.Wait begin(FixedDelay delay, Runnable late) {
        return delay.begin(late, System.nanoTime());
    }

    private FixedDelay.Wait begin(FixedDelay delay, String name) {
        return begin(delay, () -> late.add(name));
    }

    private void beginLast(FixedDelay delay) {
        begin(delay, () -> end.complete(late));
    }

    @Test
    void waitersAreCalledInTheOrderInWhichTheyBegan() throws Exception {
        assertThat(lateOnes(delay -> {
                    begin(delay, "a");
                    begin(delay, "b");
                    begin(delay, "c");
                    beginLast(delay);
                }))
                .containsExactly("a", "b", "c");
    }

    @Test
    void whoeverCancelsIsNotCalledWhereverItStands() throws Exception {
        assertThat(lateOnes(delay -> {
                    FixedDelay.Wait first = begin(delay, "first");
                    begin(delay, "a");
                    FixedDelay.Wait middle = begin(delay, "middle");
                    begin(delay, "b");
                    FixedDelay.Wait last = begin(delay, "last");
                    first.cancel();
                    middle.cancel();
                    last.cancel();
                    last.cancel();
                    beginLast(delay);
                }))
                .containsExactly("a", "b");
    }

    @Test
    void nobodyIsCalledBeforeItsTime() throws Exception {
        long[] begun = new long[1];
        lateOnes(delay -> {
            // The timer stands at the time of one that has gone by then.
            FixedDelay.Wait gone = begin(delay, "gone");
            vertx.setTimer(DELAY.toMillis() / 2, half -> {
                gone.cancel();
                begun[0] = System.nanoTime();
                beginLast(delay);
            });
        });

        assertThat(late).isEmpty();
        assertThat(System.nanoTime() - begun[0]).isGreaterThanOrEqualTo(DELAY.toNanos());
    }

    @Test
    void oneThatThrowsDoesNotStopTheOthers() throws Exception {
        assertThat(lateOnes(delay -> {
                    vertx.exceptionHandler(told -> late.add(String.valueOf(told.getMessage())));
                    begin(delay, () -> {
                        throw new IllegalStateException("broken");
                    });
                    begin(delay, "after");
                    beginLast(delay);
                }))
                .contains("after");
    }

    @Test
    void oneThatThrowsDoesNotStopThoseThatWereLateLongBefore() throws Exception {
        assertThat(lateOnes(delay -> {
                    vertx.exceptionHandler(told -> late.add(String.valueOf(told.getMessage())));
                    begin(delay, () -> {
                        throw new IllegalStateException("broken");
                    });
                    begin(delay, "after");
                    beginLast(delay);
                    // The loop is held up until the time of all of them has long passed.
                    long held = System.nanoTime() + 2 * DELAY.toNanos();
                    while (System.nanoTime() - held < 0) {
                        LockSupport.parkNanos(held - System.nanoTime());
                    }
                }))
                .containsExactly("broken", "after");
    }

    @Test
    void itGoesOnAfterAllHaveGone() throws Exception {
        assertThat(lateOnes(delay -> begin(delay, () -> {
                    late.add("first");
                    begin(delay, "second");
                    beginLast(delay);
                })))
                .containsExactly("first", "second");
    }
}

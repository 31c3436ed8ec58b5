package dev.warmpath.router.prompt.threads;

import static dev.warmpath.router.prompt.threads.PromptSize.LONG;
import static dev.warmpath.router.prompt.threads.PromptSize.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whose turn it is. The test takes what threads would take. */
class PromptQueueTest {

    private final AtomicLong nanos = new AtomicLong(-5);

    private PromptQueue queue(int threads, int most) {
        return new PromptQueue(threads, most, nanos::get);
    }

    private static PromptJob job(PromptSize size) {
        return new PromptJob(size, () -> {});
    }

    /** Adds one; there must be room. */
    private static PromptJob added(PromptQueue queue, PromptSize size) {
        PromptJob job = job(size);
        assertThat(queue.offer(job)).isNull();
        return job;
    }

    /** Takes the next one; there must be one that may run. */
    private static PromptJob taken(PromptQueue queue) {
        return Objects.requireNonNull(queue.poll(), "no work may run");
    }

    @ParameterizedTest
    @EnumSource(PromptSize.class)
    void equalOnesAreTakenInTheirOrder(PromptSize size) {
        PromptQueue queue = queue(4, 10);
        PromptJob first = added(queue, size);
        PromptJob second = added(queue, size);

        assertThat(queue.poll()).isSameAs(first);
        assertThat(queue.poll()).isSameAs(second);
        assertThat(queue.poll()).isNull();
    }

    @Test
    void shortOnesGoFirst() {
        PromptQueue queue = queue(4, 10);
        PromptJob longOne = added(queue, LONG);
        PromptJob shortOne = added(queue, SHORT);

        assertThat(queue.poll()).isSameAs(shortOne);
        assertThat(queue.poll()).isSameAs(longOne);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "3,2", "8,7"})
    void longOnesLeaveOneThreadToOthersWhereThereAreSeveral(int threads, int longOnes) {
        PromptQueue queue = queue(threads, 100);
        List<PromptJob> running = new ArrayList<>();
        for (int i = 0; i <= threads; i++) {
            added(queue, LONG);
        }
        for (PromptJob job = queue.poll(); job != null; job = queue.poll()) {
            running.add(job);
        }

        assertThat(running).hasSize(longOnes);
        added(queue, SHORT);
        assertThat(taken(queue).size).isEqualTo(SHORT);
        queue.done(running.get(0));
        assertThat(taken(queue).size).as("its thread is free again").isEqualTo(LONG);
        assertThat(queue.poll()).isNull();
    }

    @Test
    void aLongOneIsPassedOnlySoOften() {
        PromptQueue queue = queue(2, 1000);
        added(queue, LONG);
        added(queue, LONG);
        List<PromptSize> order = new ArrayList<>();
        for (int i = 0; i < 2 * (PromptQueue.MOST_PASSED + 1); i++) {
            added(queue, SHORT);
            PromptJob job = taken(queue);
            order.add(job.size);
            queue.done(job);
        }

        List<PromptSize> round = new ArrayList<>();
        for (int i = 0; i < PromptQueue.MOST_PASSED; i++) {
            round.add(SHORT);
        }
        round.add(LONG);
        assertThat(order.subList(0, round.size())).isEqualTo(round);
        assertThat(order.subList(round.size(), order.size())).isEqualTo(round);
    }

    /** Else one that comes when its threads are free again would go before all short ones. */
    @Test
    void shortOnesDoNotPassALongOneThatCouldNotHaveRun() {
        PromptQueue queue = queue(2, 1000);
        added(queue, LONG);
        PromptJob running = taken(queue);
        assertThat(running.size).isEqualTo(LONG);
        added(queue, LONG);
        for (int i = 0; i < 100; i++) {
            added(queue, SHORT);
            assertThat(taken(queue).size).isEqualTo(SHORT);
        }

        queue.done(running);
        added(queue, SHORT);

        assertThat(taken(queue).size).isEqualTo(SHORT);
        assertThat(taken(queue).size).isEqualTo(LONG);
    }

    @Test
    void longOnesFillHalfOfTheQueue() {
        PromptQueue queue = queue(2, 4);
        added(queue, LONG);
        added(queue, LONG);

        assertThat(queue.offer(job(LONG))).isEqualTo(Overflow.LONG_HALF_FULL);
        added(queue, SHORT);
        added(queue, SHORT);
        assertThat(queue.offer(job(SHORT))).isEqualTo(Overflow.QUEUE_FULL);
        assertThat(queue.offer(job(LONG))).isEqualTo(Overflow.QUEUE_FULL);

        assertThat(queue.stats(LONG).overflows())
                .containsEntry(Overflow.LONG_HALF_FULL, 1L)
                .containsEntry(Overflow.QUEUE_FULL, 1L);
        assertThat(queue.stats(SHORT).overflows()).containsEntry(Overflow.QUEUE_FULL, 1L);
    }

    @Test
    void aQueueOfOneTakesEither() {
        assertThat(queue(2, 1).offer(job(LONG))).isNull();
        assertThat(queue(2, 1).offer(job(SHORT))).isNull();
    }

    @ParameterizedTest
    @EnumSource(PromptSize.class)
    void whatIsWithdrawnLeavesItsPlaceToAnother(PromptSize size) {
        PromptQueue queue = queue(2, 2);
        PromptJob gone = added(queue, size);
        added(queue, SHORT);

        assertThat(queue.withdraw(gone)).isTrue();

        assertThat(queue.withdraw(gone)).as("only once").isFalse();
        PromptJob other = added(queue, size);
        assertThat(List.of(taken(queue).size, taken(queue).size)).containsExactly(SHORT, size);
        assertThat(queue.withdraw(other)).as("it runs").isFalse();
    }

    @Test
    void waitsAreCountedHoweverTheyEnd() {
        PromptQueue queue = queue(2, 10);
        PromptJob gone = added(queue, SHORT);
        added(queue, SHORT);
        nanos.addAndGet(100);
        queue.withdraw(gone);
        nanos.addAndGet(50);
        PromptJob taken = taken(queue);

        QueueStats stats = queue.stats(SHORT);
        assertThat(stats.waits()).isEqualTo(2);
        assertThat(stats.waitNanos()).isEqualTo(100 + 150);
        assertThat(stats.queued()).isZero();
        assertThat(stats.running()).isEqualTo(1);
        queue.done(taken);
        assertThat(queue.stats(SHORT).running()).isZero();
        assertThat(queue.stats(LONG).waits()).isZero();
    }

    @Test
    void aClosedQueueNeitherTakesNorGives() throws Exception {
        PromptQueue queue = queue(2, 10);
        CompletableFuture<@Nullable PromptJob> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return queue.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        queue.close();

        assertThat(waiting.get(30, TimeUnit.SECONDS)).isNull();
        assertThat(queue.offer(job(SHORT))).isEqualTo(Overflow.CLOSED);
        assertThat(queue.poll()).isNull();
    }
}

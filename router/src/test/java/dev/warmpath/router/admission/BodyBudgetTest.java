package dev.warmpath.router.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {

    private final BodyBudget budget = new BodyBudget(100);

    @Test
    void whatDoesNotFitIsNotTakenAtAll() {
        assertThat(budget.open().take(60)).isTrue();

        assertThat(budget.open().take(41)).isFalse();
        assertThat(budget.held()).isEqualTo(60);
        assertThat(budget.open().take(40)).isTrue();
    }

    @Test
    void theHeapBoundsItToo() {
        assertThat(BodyBudget.within(100, 8000).most()).isEqualTo(100);
        assertThat(BodyBudget.within(100, 800).most()).isEqualTo(50);
    }

    @Test
    void aShareIsGivenBackWholeAndOnce() {
        BodyBudget.Share share = budget.open();
        share.take(30);
        share.take(30);
        budget.open().take(10);

        share.release();
        share.release();

        assertThat(budget.held()).isEqualTo(10);
    }

    @Test
    void aShareThatWasGivenBackTakesNoMore() {
        BodyBudget.Share share = budget.open();
        share.release();

        assertThat(share.take(1)).isFalse();
        assertThat(budget.held()).isZero();
    }

    /** Threads whose shares do not fit keep trying while one asks whose share does. */
    @Test
    void whoFitsIsTakenHoweverManyOthersTryThatDoNot() throws Exception {
        budget.open().take(50);
        AtomicBoolean trying = new AtomicBoolean(true);
        CountDownLatch started = new CountDownLatch(2);
        // Threads of their own: the common pool of a small machine has one, and the second would wait for the first.
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Future<Boolean>> others = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            others.add(threads.submit(() -> {
                started.countDown();
                boolean any = false;
                while (trying.get()) {
                    any |= budget.open().take(51);
                }
                return any;
            }));
        }
        threads.shutdown();
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();

        for (int i = 0; i < 100_000; i++) {
            BodyBudget.Share share = budget.open();
            assertThat(share.take(50)).isTrue();
            share.release();
        }

        trying.set(false);
        for (Future<Boolean> other : others) {
            assertThat(other.get(30, TimeUnit.SECONDS)).isFalse();
        }
        assertThat(budget.held()).isEqualTo(50);
    }
}

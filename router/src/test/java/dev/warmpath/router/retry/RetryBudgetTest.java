package dev.warmpath.router.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How many retries all requests together may have. The clock is the test's. */
class RetryBudgetTest {

    /** Near the end of the range, so that times wrap as {@code nanoTime}'s may. */
    private long now = Long.MAX_VALUE - Duration.ofSeconds(2).toNanos();

    private RetryBudget budget(double share, int floor) {
        return new RetryBudget(share, floor, () -> now);
    }

    private static int take(RetryBudget budget) {
        int taken = 0;
        while (budget.take()) {
            taken++;
        }
        return taken;
    }

    @Test
    void shareOfTheRequestsMayBeRetried() {
        RetryBudget budget = budget(0.2, 0);
        int taken = 0;
        for (int i = 0; i < 1000; i++) {
            budget.request();
            taken += budget.take() ? 1 : 0;
        }

        assertThat(taken).isEqualTo(200);
    }

    @Test
    void floorIsThereWithoutTraffic() {
        RetryBudget budget = budget(0, 3);
        assertThat(take(budget)).isEqualTo(3);

        now += Duration.ofSeconds(1).toNanos();
        assertThat(take(budget)).isEqualTo(3);
        now += Duration.ofMillis(500).toNanos();
        assertThat(take(budget)).isEqualTo(1);
        now += Duration.ofMillis(500).toNanos();
        assertThat(take(budget)).as("the half token is not lost").isEqualTo(2);
    }

    @Test
    void quietTimesAreNotSavedUpWithoutEnd() {
        RetryBudget budget = budget(1, 3);
        for (int i = 0; i < 100_000; i++) {
            budget.request();
        }
        now += Duration.ofDays(365).toNanos();

        assertThat(take(budget)).isEqualTo(30);
    }

    @Test
    void withoutShareAndFloorNothingIsRetried() {
        RetryBudget budget = budget(0, 0);
        budget.request();
        now += Duration.ofDays(1).toNanos();

        assertThat(budget.take()).isFalse();
    }
}

package dev.warmpath.events.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LagWatchTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final LagWatch lag = new LagWatch();

    @Test
    void leastIsWhatTheQuickestBatchTook() {
        lag.batch(40, 0);
        lag.batch(7, 1);
        lag.batch(3_000, 2);

        assertThat(lag.last()).isEqualTo(3_000);
        assertThat(lag.least()).isEqualTo(7);
    }

    /** A clock that is ahead makes batches come from the future. */
    @Test
    void negativeLagIsKept() {
        lag.batch(-30_000, 0);
        lag.batch(-29_000, 1);

        assertThat(lag.least()).isEqualTo(-30_000);
    }

    @Test
    void quickBatchIsForgottenAfterTwoMinutesAtMost() {
        lag.batch(1, 0);
        lag.batch(500, MINUTE);
        assertThat(lag.least()).isEqualTo(1);

        lag.batch(600, 2 * MINUTE);
        assertThat(lag.least()).isEqualTo(500);
    }

    @Test
    void oldMinutesSayNothingAfterAPause() {
        lag.batch(1, 0);
        lag.batch(500, 5 * MINUTE);

        assertThat(lag.least()).isEqualTo(500);
    }
}

package dev.warmpath.router.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final long SEED = 20_261_130;

    private final Backoff backoff =
            new Backoff(Duration.ofMillis(25), Duration.ofMillis(150), new SplittableRandom(SEED));

    private LongStream waits(int retry) {
        return LongStream.generate(() -> backoff.millis(retry)).limit(2000);
    }

    @Test
    void waitsAreSpreadFromNothingToALimitThatDoublesUpToTheMost() {
        int[] limits = {25, 50, 100, 150, 150};
        for (int retry = 1; retry <= limits.length; retry++) {
            assertThat(waits(retry).min())
                    .as("seed %d, retry %d", SEED, retry)
                    .satisfies(least -> assertThat(least.orElseThrow()).isLessThan(5));
            assertThat(waits(retry).max().orElseThrow())
                    .as("seed %d, retry %d", SEED, retry)
                    .isBetween(limits[retry - 1] - 5L, (long) limits[retry - 1]);
        }
        assertThat(waits(1000).max().orElseThrow()).isLessThanOrEqualTo(150);
    }

    @Test
    void noTimeMeansNoWait() {
        assertThat(new Backoff(Duration.ZERO, Duration.ZERO, new SplittableRandom(SEED)).millis(3))
                .isZero();
    }
}

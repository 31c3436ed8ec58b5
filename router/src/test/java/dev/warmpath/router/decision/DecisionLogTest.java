package dev.warmpath.router.decision;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Which decisions are told. */
class DecisionLogTest {

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.warmpath.decisions");
    private final @Nullable Level before = logger.getLevel();

    /** Whoever turns the logger off wants no line put together. */
    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void restore() {
        logger.setLevel(before);
    }

    private DecisionLog log(double share, DoubleSupplier random) {
        return new DecisionLog(share, random, clock::get);
    }

    private static long sampled(DecisionLog log, int of) {
        return IntStream.range(0, of).filter(i -> log.samples()).count();
    }

    @Test
    void shareDecides() {
        double[] next = {0};
        DecisionLog log = log(0.25, () -> (next[0]++ % 4) / 4);
        assertThat(sampled(log, 40)).isEqualTo(10);
    }

    @Test
    void noShareNeverAndTheWholeAlways() {
        assertThat(sampled(log(0, () -> 0), 10)).isZero();
        assertThat(sampled(log(1, () -> Math.nextDown(1.0)), 10)).isEqualTo(10);
    }

    @Test
    void loggerThatIsOffGetsNone() {
        logger.setLevel(Level.WARN);
        assertThat(sampled(log(1, () -> 0), 10)).isZero();
    }

    /** The log cannot be made to grow by sending more. */
    @Test
    void periodHasABoundAndTheNextOneBeginsAnew() {
        DecisionLog log = log(1, () -> 0);
        assertThat(sampled(log, 10 * DecisionLog.MOST)).isEqualTo(DecisionLog.MOST);

        clock.addAndGet(TimeUnit.SECONDS.toNanos(10));
        assertThat(sampled(log, 10 * DecisionLog.MOST)).isEqualTo(DecisionLog.MOST);
    }
}

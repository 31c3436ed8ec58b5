package dev.warmpath.router.legs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** For how long a hand-off may be used. Time is the test's; a busy event loop is one whose timers do not run. */
class HandOffLeaseTest {

    private static final Duration LEASE = Duration.ofSeconds(20);

    private final Time time = new Time();
    private int over;

    /** One timer, and a clock near the end of its range, so that times wrap as {@code nanoTime}'s may. */
    private static final class Time implements HandOffLease.Timers {

        private long now = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
        private long due;
        private Runnable timer = () -> {};

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Runnable after(Duration delay, Runnable what) {
            due = now + delay.toNanos();
            timer = what;
            return () -> timer = () -> {};
        }

        void pass(Duration duration) {
            passBusy(duration);
            if (now - due >= 0) {
                timer.run();
            }
        }

        void passBusy(Duration duration) {
            now += duration.toNanos();
        }
    }

    private HandOffLease begin(Duration length) {
        return new HandOffLease(time, length, () -> over++);
    }

    @Test
    void decodeMayGoUntilTheLastNanosecond() {
        HandOffLease lease = begin(LEASE);

        time.pass(LEASE.minusNanos(1));

        assertThat(lease.use()).isTrue();
        assertThat(over).isZero();
    }

    @Test
    void whoWaitsIsToldWhenItEndsAndMayNotGoAfterwards() {
        HandOffLease lease = begin(LEASE);

        time.pass(LEASE);

        assertThat(over).isEqualTo(1);
        assertThat(lease.use()).isFalse();
        assertThat(over).as("told once").isEqualTo(1);
    }

    @Test
    void timerThatIsLateLetsNobodyGo() {
        HandOffLease lease = begin(LEASE);

        time.passBusy(LEASE);

        assertThat(lease.use()).isFalse();
        assertThat(over).isEqualTo(1);
        time.pass(Duration.ofSeconds(1));
        assertThat(over).as("told once").isEqualTo(1);
    }

    @Test
    void whatIsUsedOrDroppedDoesNotEnd() {
        HandOffLease used = begin(LEASE);
        assertThat(used.use()).isTrue();
        time.pass(LEASE.multipliedBy(2));
        HandOffLease dropped = begin(LEASE);
        dropped.drop();
        time.pass(LEASE.multipliedBy(2));

        assertThat(over).isZero();
        assertThat(used.use()).isTrue();
    }

    @Test
    void leaseShorterThanATimerCanTellIsStillOne() {
        HandOffLease lease = begin(Duration.ofNanos(1));

        time.passBusy(Duration.ofNanos(1));

        assertThat(lease.use()).isFalse();
    }
}

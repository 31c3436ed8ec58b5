package dev.warmpath.events.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TrafficWatchTest {

    private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

    private final TrafficWatch watch = new TrafficWatch(Duration.ofSeconds(10));

    @Test
    void noTrafficIsNoSilence() {
        assertThat(watch.silent(100 * PATIENCE)).isFalse();
        assertThat(watch.unansweredNanos(100 * PATIENCE)).isZero();
    }

    @Test
    void trafficThatNoEventAnswersInTimeIsSilence() {
        watch.traffic(5);
        watch.traffic(PATIENCE);

        assertThat(watch.silent(4 + PATIENCE)).isFalse();
        assertThat(watch.silent(5 + PATIENCE)).isTrue();
        assertThat(watch.unansweredNanos(5 + PATIENCE)).isEqualTo(PATIENCE);
    }

    @Test
    void eventAnswersTrafficBeforeIt() {
        watch.traffic(5);
        watch.event(6);

        assertThat(watch.silent(5 * PATIENCE)).isFalse();
        assertThat(watch.nanosSinceEvent(10)).isEqualTo(4);
    }

    /** A request's events come while it runs; it is noted when it ends. */
    @Test
    void eventAnswersTrafficThatIsNotedSoonAfter() {
        watch.event(6);
        watch.traffic(6 + PATIENCE);
        assertThat(watch.silent(5 * PATIENCE)).isFalse();

        watch.traffic(7 + PATIENCE);
        assertThat(watch.silent(7 + 2 * PATIENCE)).isTrue();
    }
}

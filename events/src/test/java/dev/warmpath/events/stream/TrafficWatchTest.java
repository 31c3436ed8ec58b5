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
        watch.traffic(4, 5);
        watch.traffic(4, PATIENCE);

        assertThat(watch.silent(4 + PATIENCE)).isFalse();
        assertThat(watch.silent(5 + PATIENCE)).isTrue();
        assertThat(watch.unansweredNanos(5 + PATIENCE)).isEqualTo(PATIENCE);
    }

    @Test
    void eventAnswersTrafficBeforeIt() {
        watch.traffic(4, 5);
        watch.event(6);

        assertThat(watch.silent(5 * PATIENCE)).isFalse();
        assertThat(watch.nanosSinceEvent(10)).isEqualTo(4);
    }

    /** A long answer ends long after its prompt was cached and told of; nothing more is to come. */
    @Test
    void eventAnswersRequestsThatRanWhenItCame() {
        watch.event(6);
        watch.traffic(6, 9 * PATIENCE);

        assertThat(watch.silent(90 * PATIENCE)).isFalse();
    }

    @Test
    void eventDoesNotAnswerRequestsThatBeganAfterIt() {
        watch.event(6);
        watch.traffic(7, 8);

        assertThat(watch.unansweredNanos(8 + PATIENCE)).isEqualTo(PATIENCE);
        assertThat(watch.silent(8 + PATIENCE)).isTrue();
    }
}

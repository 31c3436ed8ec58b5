package dev.warmpath.events.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a stream that brings nothing is looked after. */
class StreamClocksTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long BEGIN = -5 * SECOND;

    private static StreamClocks clocks(Duration silent, Duration liveness, Duration probe) {
        StreamFixture.Clocks clocks = new StreamFixture.Clocks();
        clocks.silentAfter = silent;
        clocks.livenessTimeout = liveness;
        clocks.idleProbe = probe;
        return new StreamClocks(clocks.settings(), BEGIN);
    }

    private static StreamClocks ofSeconds(int silent, int liveness, int probe) {
        return clocks(Duration.ofSeconds(silent), Duration.ofSeconds(liveness), Duration.ofSeconds(probe));
    }

    @Test
    void looksFourTimesInTheShortestClockWithinBounds() {
        assertThat(clocks(Duration.ofMillis(400), Duration.ofSeconds(60), Duration.ZERO)
                        .tick())
                .isEqualTo(Duration.ofMillis(100));
        assertThat(clocks(Duration.ofSeconds(60), Duration.ofMillis(4), Duration.ZERO)
                        .tick())
                .isEqualTo(Duration.ofMillis(10));
        assertThat(ofSeconds(60, 60, 0).tick()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void socketThatIsReplacedInVainIsReplacedAgainAfterTwiceTheTimeAndSixteenTimesAtMost() {
        StreamClocks clocks = ofSeconds(60, 1, 0);

        assertThat(clocks.replaces(SECOND - 1)).isFalse();
        for (int wait = 1; wait <= StreamClocks.MAX_WAIT; wait *= 2) {
            assertThat(clocks.replaces(wait * SECOND - 1)).isFalse();
            assertThat(clocks.replaces(wait * SECOND)).isTrue();
        }
        assertThat(clocks.replaces(StreamClocks.MAX_WAIT * SECOND)).isTrue();

        clocks.answered();
        assertThat(clocks.replaces(SECOND)).isTrue();
    }

    @Test
    void topicIsDoubtfulAfterATenthOfWhatMakesAStreamSilent() {
        StreamClocks clocks = ofSeconds(10, 60, 0);

        assertThat(clocks.doubtsTopic(SECOND)).isFalse();
        assertThat(clocks.doubtsTopic(SECOND + 1)).isTrue();
    }

    @Test
    void quietStreamIsProbedOnceInEachInterval() {
        StreamClocks clocks = ofSeconds(60, 60, 2);

        assertThat(clocks.probes(BEGIN + 2 * SECOND - 1)).isFalse();
        assertThat(clocks.probes(BEGIN + 2 * SECOND)).isTrue();
        assertThat(clocks.probes(BEGIN + 3 * SECOND)).isFalse();

        clocks.heard(BEGIN + 3 * SECOND);
        assertThat(clocks.probes(BEGIN + 4 * SECOND)).isFalse();
        assertThat(clocks.probes(BEGIN + 5 * SECOND)).isTrue();
    }

    @Test
    void probeThatFailsWaitsTwiceAsLongUntilAReplayAnswers() {
        StreamClocks clocks = ofSeconds(60, 60, 1);
        clocks.probeFailed();
        assertThat(clocks.probes(BEGIN + 2 * SECOND - 1)).isFalse();

        clocks.replayAnswered();
        assertThat(clocks.probes(BEGIN + SECOND)).isTrue();
    }

    @Test
    void withoutAnIntervalNothingIsProbed() {
        assertThat(ofSeconds(60, 60, 0).probes(BEGIN + 3600 * SECOND)).isFalse();
    }
}

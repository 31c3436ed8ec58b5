package dev.warmpath.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a new socket takes over: its messages wait meanwhile, and what the old one still has must come before them. */
class OverlapTest {

    private static final long NOTHING_WAITS = -1;

    private long now;
    private final Overlap overlap = new Overlap(() -> now);

    @BeforeEach
    void begin() {
        overlap.heard(3);
        overlap.begin();
    }

    @Test
    void endsWhenTheOldSocketHasBeenReadToWhereTheNewOneBegins() {
        overlap.heard(4);
        assertThat(overlap.isOver(6)).as("5 is still to come over the old one").isFalse();

        overlap.heard(5);
        assertThat(overlap.isOver(6)).isTrue();
    }

    @Test
    void endsWhenTheOldSocketHasFallenQuiet() {
        now = Overlap.LEAST.toNanos() - 1;
        assertThat(overlap.isOver(NOTHING_WAITS)).isFalse();

        now = Overlap.LEAST.toNanos();
        assertThat(overlap.isOver(NOTHING_WAITS)).isTrue();
    }

    @Test
    void oldSocketThatNeverFallsQuietIsGivenUpAtLast() {
        now = Overlap.LONGEST.toNanos() - 1;
        overlap.heard(100);
        assertThat(overlap.isOver(NOTHING_WAITS)).isFalse();

        now = Overlap.LONGEST.toNanos();
        assertThat(overlap.isOver(NOTHING_WAITS)).isTrue();
    }
}

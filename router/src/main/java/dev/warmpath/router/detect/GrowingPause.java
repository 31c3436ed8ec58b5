package dev.warmpath.router.detect;

import java.time.Duration;

/** How long a worker is left alone between two questions: not at all before the first, then longer after each. */
final class GrowingPause {

    private static final Duration LEAST = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 10;

    private final Duration most;
    private boolean asked;
    private int doublings;

    /** @param most beyond which it does not grow */
    GrowingPause(Duration most) {
        this.most = most;
    }

    Duration length() {
        if (!asked) {
            return Duration.ZERO;
        }
        Duration longer = LEAST.multipliedBy(1L << doublings);
        return longer.compareTo(most) < 0 ? longer : most;
    }

    void asked() {
        asked = true;
    }

    /** After an answer that was not enough. */
    void grow() {
        doublings = Math.min(doublings + 1, MOST_DOUBLINGS);
    }

    /** Short again: something has happened to the worker. */
    void restart() {
        doublings = 0;
    }
}

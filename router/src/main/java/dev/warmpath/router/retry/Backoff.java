package dev.warmpath.router.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before a retry: a random time up to a limit that doubles with each ("full jitter"), so that requests
 * which failed together do not come back together.
 */
public final class Backoff {

    private static final int MOST_DOUBLINGS = 30;

    private final long firstMillis;
    private final long mostMillis;
    private final RandomGenerator random;

    /** @param random used from the caller's threads, so it must bear that */
    public Backoff(Duration first, Duration most, RandomGenerator random) {
        this.firstMillis = first.toMillis();
        this.mostMillis = most.toMillis();
        this.random = random;
    }

    /**
     * Milliseconds to wait.
     *
     * @param retry number of the retry, from 1
     */
    public long millis(int retry) {
        long limit = Math.min(mostMillis, firstMillis << Math.min(retry - 1, MOST_DOUBLINGS));
        return limit <= 0 ? 0 : random.nextLong(limit + 1);
    }
}

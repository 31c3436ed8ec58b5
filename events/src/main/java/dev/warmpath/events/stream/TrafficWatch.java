package dev.warmpath.events.stream;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Compares what a rank was asked to do with what it says: since when has there been traffic that must have stored
 * blocks, without an event? Traffic is noted from any thread, at the end of a request; events on the stream's thread. A
 * request's events come while it runs, or a moment after its end, so an event since its beginning answers it, however
 * long it went on after that.
 *
 * <p>Times are {@link System#nanoTime}.
 */
final class TrafficWatch {

    private static final long NEVER = Long.MIN_VALUE;

    private final long patienceNanos;
    private final AtomicLong unanswered = new AtomicLong(NEVER);
    private volatile long lastEvent = NEVER;

    /** @param patience how long traffic may go on without an event */
    TrafficWatch(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    /** A request that must have stored blocks has ended; {@code began} is when it was sent to the rank, or before. */
    void traffic(long began, long now) {
        long event = lastEvent;
        if (event == NEVER || event - began < 0) {
            unanswered.compareAndSet(NEVER, now);
        }
    }

    /** A batch of events came. */
    void event(long now) {
        lastEvent = now;
        if (unanswered.get() != NEVER) {
            unanswered.set(NEVER);
        }
    }

    /** How long traffic has gone without an event; zero if none has. */
    long unansweredNanos(long now) {
        long since = unanswered.get();
        return since == NEVER ? 0 : Math.max(0, now - since);
    }

    boolean silent(long now) {
        return unanswered.get() != NEVER && unansweredNanos(now) >= patienceNanos;
    }

    /** Time since the last batch, or -1 when there was none. */
    long nanosSinceEvent(long now) {
        long event = lastEvent;
        return event == NEVER ? -1 : Math.max(0, now - event);
    }
}

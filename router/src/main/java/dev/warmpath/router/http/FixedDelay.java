package dev.warmpath.router.http;

import io.vertx.core.Vertx;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Calls back after one fixed time, for any number of waiters at once and with one timer for all of them. Nearly every
 * request cancels its clocks long before they run out, and a timer of Vert.x for each costs a weak reference, entries in
 * three tables and their removal.
 *
 * <p>Since all wait equally long, the first to begin is the first to be late: a list in the order of beginning is all that
 * is needed. The timer stands at the time of whoever was first when it was set; if that one has cancelled when it runs, it
 * is set again for whoever is first then. So nobody is called early, nor later than by Vert.x itself.
 *
 * <p>Lives on one event loop.
 */
final class FixedDelay {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Vertx vertx;
    private final long nanos;
    private @Nullable Wait first;
    private @Nullable Wait last;
    private boolean running;

    /** To be made on the event loop that will use it. */
    FixedDelay(Vertx vertx, Duration delay) {
        this.vertx = vertx;
        this.nanos = delay.toNanos();
    }

    /** One that waits. */
    final class Wait {

        private final Runnable late;
        private final long deadlineNanos;
        private @Nullable Wait before;
        private @Nullable Wait after;
        private boolean waiting = true;

        private Wait(Runnable late, long now) {
            this.late = late;
            this.deadlineNanos = now + nanos;
        }

        /** Is not called any more; harmless when it has been. */
        void cancel() {
            if (!waiting) {
                return;
            }
            waiting = false;
            if (before == null) {
                first = after;
            } else {
                before.after = after;
            }
            if (after == null) {
                last = before;
            } else {
                after.before = before;
            }
            before = null;
            after = null;
        }
    }

    /**
     * Begins to wait.
     *
     * @param late called when the time has passed, unless it is cancelled before
     * @param now what {@link System#nanoTime} says; those who begin have asked for it already
     */
    Wait begin(Runnable late, long now) {
        Wait wait = new Wait(late, now);
        wait.before = last;
        if (last == null) {
            first = wait;
        } else {
            last.after = wait;
        }
        last = wait;
        if (!running) {
            running = true;
            runAt(wait, now);
        }
        return wait;
    }

    private void runAt(Wait wait, long now) {
        // Rounded up, so that it is not before the end; at once where that has passed, behind one that has thrown.
        long millis = (wait.deadlineNanos - now) / NANOS_PER_MILLI + 1;
        vertx.setTimer(Math.max(1, millis), over -> look());
    }

    private void look() {
        long now = System.nanoTime();
        try {
            for (Wait wait = first; wait != null && wait.deadlineNanos - now <= 0; wait = first) {
                wait.cancel();
                wait.late.run();
            }
        } finally {
            Wait next = first;
            running = next != null;
            if (next != null) {
                runAt(next, now);
            }
        }
    }
}

package dev.warmpath.router.http;

import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * Runs while a client lets an answer wait, and ends with {@code stalled} when it has taken nothing for the limit. A
 * client that takes little is slow, and may be.
 */
final class StallClock {

    private final Vertx vertx;
    private final long limitMillis;
    private final Runnable stalled;
    private long timer = -1;
    private boolean took;

    StallClock(Vertx vertx, Duration limit, Runnable stalled) {
        this.vertx = vertx;
        this.limitMillis = Math.max(1, limit.toMillis());
        this.stalled = stalled;
    }

    /** There is more to send than the client takes. */
    void start() {
        if (timer < 0) {
            took = false;
            timer = vertx.setTimer(limitMillis, over -> look());
        }
    }

    /** The client has taken something. */
    void took() {
        took = true;
    }

    void stop() {
        if (timer >= 0) {
            vertx.cancelTimer(timer);
            timer = -1;
        }
    }

    private void look() {
        timer = -1;
        if (took) {
            start();
        } else {
            stalled.run();
        }
    }
}

package dev.warmpath.router.http;

import dev.warmpath.config.settings.ClientClocks;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The clients' connections of one event loop, and the clocks of those that ask for nothing: no first head, or no next
 * one. A connection with a request under way has no clock here. One look at all of them now and then is cheaper than a
 * timer that each request sets and cancels, and closes them a little late at worst.
 */
final class ClientConnections {

    private static final long MOST_BETWEEN_LOOKS = Duration.ofSeconds(1).toMillis();

    private final long headerNanos;
    private final long idleNanos;
    private final Map<HttpConnection, Standing> open = new HashMap<>();

    private static final class Standing {
        private int requests;
        private long deadlineNanos;
    }

    ClientConnections(Vertx vertx, ClientClocks clocks) {
        this.headerNanos = clocks.headerTimeout().toNanos();
        this.idleNanos = clocks.idleTimeout().toNanos();
        long shortest =
                Math.min(clocks.headerTimeout().toMillis(), clocks.idleTimeout().toMillis());
        vertx.setPeriodic(Math.max(1, Math.min(MOST_BETWEEN_LOOKS, shortest / 4)), tick -> closeLate());
    }

    void opened(HttpConnection connection) {
        Standing standing = new Standing();
        standing.deadlineNanos = System.nanoTime() + headerNanos;
        open.put(connection, standing);
    }

    void closed(HttpConnection connection) {
        open.remove(connection);
    }

    /** A request's head has arrived. */
    void asked(HttpConnection connection) {
        Standing standing = open.get(connection);
        if (standing != null) {
            standing.requests++;
        }
    }

    /** Its answer has ended. */
    void answered(HttpConnection connection) {
        Standing standing = open.get(connection);
        if (standing != null) {
            standing.requests--;
            standing.deadlineNanos = System.nanoTime() + idleNanos;
        }
    }

    private void closeLate() {
        long now = System.nanoTime();
        List<HttpConnection> late = new ArrayList<>();
        open.forEach((connection, standing) -> {
            if (standing.requests == 0 && now - standing.deadlineNanos >= 0) {
                late.add(connection);
            }
        });
        // Closing may come back here at once.
        late.forEach(HttpConnection::close);
    }
}

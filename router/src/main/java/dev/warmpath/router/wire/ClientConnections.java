package dev.warmpath.router.wire;

import dev.warmpath.config.settings.server.ClientClocks;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The clients' connections of one event loop, and how long they last. Those that ask for nothing have clocks: no first
 * head, or no next one. So have those that do not take the end of an answer. A connection with a request under way has
 * no clock here. One look at all of them now and then is cheaper than a timer that each request sets and cancels, and
 * closes them a little late at worst.
 *
 * <p>A connection ends with an answer that ended before its request did: where the rest of a body ends, and a next
 * request begins, nobody needs to find out then. So it does with an answer that says {@code Connection: close}, and with
 * any to a client of HTTP/1.0, which knows the end of an answer by nothing else. While the router stops, every answer ends
 * its connection: most clients, and balancers that choose for new connections only, would send the next request on it until
 * it is cut under them.
 */
public final class ClientConnections {

    private static final long MOST_BETWEEN_LOOKS = Duration.ofSeconds(1).toMillis();

    private final BooleanSupplier stopping;
    private final long headerNanos;
    private final long idleNanos;
    private final long writeNanos;
    private final Map<HttpConnection, Standing> open = new HashMap<>();

    private static final class Standing {
        private final ConnectionEnd end;
        private int requests;
        private boolean ending;
        private long deadlineNanos;

        Standing(ConnectionEnd end, long deadlineNanos) {
            this.end = end;
            this.deadlineNanos = deadlineNanos;
        }
    }

    /**
     * To be made on the event loop whose connections it will hear of.
     *
     * @param stopping whether clients are to go elsewhere with what they ask next
     */
    public ClientConnections(Vertx vertx, ClientClocks clocks, BooleanSupplier stopping) {
        this.stopping = stopping;
        this.headerNanos = clocks.headerTimeout().toNanos();
        this.idleNanos = clocks.idleTimeout().toNanos();
        this.writeNanos = clocks.writeTimeout().toNanos();
        long shortest = Math.min(
                Math.min(clocks.headerTimeout().toMillis(), clocks.idleTimeout().toMillis()),
                clocks.writeTimeout().toMillis());
        vertx.setPeriodic(Math.max(1, Math.min(MOST_BETWEEN_LOOKS, shortest / 4)), tick -> endLate());
    }

    /** A client has connected, and may ask. */
    public void opened(HttpConnection connection) {
        open.put(connection, new Standing(ConnectionEnd.install(connection), System.nanoTime() + headerNanos));
    }

    /** The connection is closed. */
    public void closed(HttpConnection connection) {
        open.remove(connection);
    }

    /**
     * A request's head has arrived; its response's handlers for the end of the head and its own end are used here.
     *
     * @return whether it may be answered: false when the connection ends with an answer before it
     */
    boolean asked(HttpServerRequest request) {
        Standing standing = open.get(request.connection());
        if (standing == null || standing.ending) {
            return false;
        }
        standing.requests++;
        HttpServerResponse response = request.response();
        response.headersEndHandler(head -> {
            boolean unread = !request.isEnded() && HeadCheck.hasBody(request);
            if (unread || request.version() == HttpVersion.HTTP_1_0 || stopping.getAsBoolean()) {
                response.putHeader("connection", "close");
            }
            // Known from here on: a request that waits behind this one is looked at before its answer has ended.
            standing.ending = "close".equalsIgnoreCase(response.headers().get(HttpHeaders.CONNECTION));
        });
        response.endHandler(ended -> {
            standing.requests--;
            standing.deadlineNanos = System.nanoTime() + idleNanos;
            if (standing.ending) {
                request.connection().close();
            }
        });
        return true;
    }

    private void endLate() {
        long now = System.nanoTime();
        // Ending one may come back here at once.
        List<Runnable> ends = new ArrayList<>();
        open.forEach((connection, standing) -> {
            if (standing.requests > 0) {
                return;
            }
            if (standing.end.stalled(now, writeNanos)) {
                ends.add(standing.end::cut);
            } else if (standing.end.sending()) {
                standing.deadlineNanos = now + idleNanos;
            } else if (now - standing.deadlineNanos >= 0) {
                ends.add(connection::close);
            }
        });
        ends.forEach(Runnable::run);
    }
}

package dev.warmpath.it.sim.http.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.Map;

/**
 * The open connections of a server. One whose last request was answered a while ago is closed, as uvicorn does after
 * five seconds: clients that keep connections longer must find out here. Belongs to the engine's context.
 */
final class Connections {

    private static final long NO_TIMER = -1;

    private final Vertx vertx;
    private final long keepAliveMillis;
    private final Map<HttpConnection, Long> idleTimers = new HashMap<>();

    /**
     * No connection yet.
     *
     * @param keepAliveMillis time after which an idle connection is closed; 0 for never
     */
    Connections(Vertx vertx, long keepAliveMillis) {
        this.vertx = vertx;
        this.keepAliveMillis = keepAliveMillis;
    }

    void opened(HttpConnection connection) {
        idleTimers.put(connection, NO_TIMER);
        connection.closeHandler(nothing -> {
            stopTimer(connection);
            idleTimers.remove(connection);
        });
    }

    void busy(HttpConnection connection) {
        stopTimer(connection);
        idleTimers.replace(connection, NO_TIMER);
    }

    void idle(HttpConnection connection) {
        if (keepAliveMillis > 0 && idleTimers.containsKey(connection)) {
            stopTimer(connection);
            idleTimers.put(connection, vertx.setTimer(keepAliveMillis, id -> connection.close()));
        }
    }

    private void stopTimer(HttpConnection connection) {
        Long timer = idleTimers.get(connection);
        if (timer != null && timer != NO_TIMER) {
            vertx.cancelTimer(timer);
        }
    }

    int open() {
        return idleTimers.size();
    }
}

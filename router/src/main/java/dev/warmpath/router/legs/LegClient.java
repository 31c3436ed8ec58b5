package dev.warmpath.router.legs;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.upstream.ConnectionWaiter;
import dev.warmpath.router.upstream.WorkerConnection;
import dev.warmpath.router.upstream.WorkerConnections;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the legs of one event loop are sent by: its connections to the workers, and its timers. */
public final class LegClient {

    private final WorkerConnections connections;
    private final HandOffLease.Timers timers;

    /** To be made on the event loop that will use it. */
    public LegClient(Vertx vertx, UpstreamSettings settings) {
        this.connections = new WorkerConnections(vertx, settings);
        this.timers = new HandOffLease.Timers() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public Runnable after(Duration delay, Runnable what) {
                long timer = vertx.setTimer(delay.toMillis(), late -> what.run());
                return () -> vertx.cancelTimer(timer);
            }
        };
    }

    /** Of the event loop that this client belongs to. */
    HandOffLease.Timers timers() {
        return timers;
    }

    /** See {@link WorkerConnections#take}. */
    @Nullable
    WorkerConnection take(Worker worker, ConnectionWaiter waiter) {
        return connections.take(worker, waiter);
    }

    /** See {@link WorkerConnections#forget}. */
    void forget(Worker worker, ConnectionWaiter waiter) {
        connections.forget(worker, waiter);
    }

    public Future<Void> close() {
        return connections.close();
    }
}

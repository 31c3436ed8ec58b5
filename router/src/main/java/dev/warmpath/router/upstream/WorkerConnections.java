package dev.warmpath.router.upstream;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.fleet.worker.WorkerWay;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop to all workers. HTTP/1.1, because Python engines speak nothing else. No idle timer runs
 * on a connection in use: a long prefill is silent, and the request's own clock is the only one that counts.
 *
 * <p>Lives on the event loop that it was made on, and so do its connections: nothing in here is locked.
 */
public final class WorkerConnections {

    private static final long MOST_BETWEEN_LOOKS = Duration.ofSeconds(1).toMillis();

    private final Thread loop = Thread.currentThread();
    private final Vertx vertx;
    private final ContextInternal context;
    private final UpstreamSettings settings;
    private final NetClient client;
    private final Map<String, WorkerPool> pools = new HashMap<>();
    private final long idleTimer;

    /** To be made on the event loop that will use it. */
    public WorkerConnections(Vertx vertx, UpstreamSettings settings) {
        this.vertx = vertx;
        this.context = (ContextInternal) vertx.getOrCreateContext();
        this.settings = settings;
        this.client = vertx.createNetClient(new NetClientOptions()
                .setConnectTimeout((int) settings.connectTimeout().toMillis())
                .setReconnectAttempts(0)
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true));
        long between = Math.min(MOST_BETWEEN_LOOKS, settings.keepAlive().toMillis() / 4);
        this.idleTimer = vertx.setPeriodic(Math.max(1, between), tick -> closeIdle());
    }

    /**
     * A connection to a worker that nothing is sent over now.
     *
     * @param waiter told of one as soon as there is one, or that there is none, perhaps before this returns
     * @return one at once, as nearly always; null if the waiter is told
     * @throws IllegalStateException not on the event loop of these connections
     */
    public @Nullable WorkerConnection take(Worker worker, ConnectionWaiter waiter) {
        if (Thread.currentThread() != loop) {
            throw new IllegalStateException("a leg of " + loop.getName() + " is opened on "
                    + Thread.currentThread().getName());
        }
        return pool(worker).take(waiter);
    }

    /** It does not wait any more; harmless if it does not wait. */
    public void forget(Worker worker, ConnectionWaiter waiter) {
        WorkerPool pool = pools.get(worker.id());
        if (pool != null) {
            pool.forget(waiter);
        }
    }

    private WorkerPool pool(Worker worker) {
        WorkerPool known = pools.get(worker.id());
        if (known != null && known.way().leadsTo(worker)) {
            return known;
        }
        WorkerPool pool = new WorkerPool(context, WorkerWay.to(worker), client, settings);
        pools.put(worker.id(), pool);
        if (known != null) {
            known.retire(pool);
        }
        return pool;
    }

    private void closeIdle() {
        long now = System.nanoTime();
        pools.values().forEach(pool -> pool.closeIdle(now));
        pools.values().removeIf(WorkerPool::empty);
    }

    /** Closes all, those in use too. */
    public Future<Void> close() {
        vertx.cancelTimer(idleTimer);
        return client.close();
    }
}

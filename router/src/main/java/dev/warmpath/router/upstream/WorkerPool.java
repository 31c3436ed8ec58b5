package dev.warmpath.router.upstream;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.router.fleet.worker.WorkerWay;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one event loop to one worker. The one that was used last is used next: it is the least likely to be
 * closed by the worker just now, and those that are not needed get old and go.
 *
 * <p>Whoever finds none waits, in order; there are connections on their way for as many as wait, up to the limit. One that
 * is given back meanwhile goes to whoever waits longest, and what was on its way for them to the next.
 */
final class WorkerPool {

    private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);

    private final ContextInternal context;
    private final WorkerWay way;
    private final NetClient client;
    private final String authority;
    private final int mostOpen;
    private final int mostWaiting;
    private final long keepNanos;
    private final Deque<WorkerConnection> idle = new ArrayDeque<>();
    private final Deque<ConnectionWaiter> waiting = new ArrayDeque<>();
    private int open;
    private int connecting;
    private boolean calling;
    private boolean retired;

    WorkerPool(ContextInternal context, WorkerWay way, NetClient client, UpstreamSettings settings) {
        this.context = context;
        this.way = way;
        this.client = client;
        this.authority = way.authority();
        this.mostOpen = settings.maxConnectionsPerWorker();
        this.mostWaiting = settings.maxWaitingPerWorker();
        this.keepNanos = settings.keepAlive().toNanos();
    }

    WorkerWay way() {
        return way;
    }

    /** See {@link WorkerConnections#take}. */
    @Nullable
    WorkerConnection take(ConnectionWaiter waiter) {
        long now = System.nanoTime();
        for (WorkerConnection last = idle.poll(); last != null; last = idle.poll()) {
            if (last.usable(now)) {
                return last;
            }
            last.close();
        }
        // Whose connection is on its way takes no place of those who wait for another's.
        int left = waiting.size() - connecting;
        if (open >= mostOpen && left >= mostWaiting) {
            waiter.refused(new PoolFull(left));
            return null;
        }
        waiting.add(waiter);
        connectForThoseWhoWait();
        return null;
    }

    /** It does not wait any more. */
    void forget(ConnectionWaiter waiter) {
        waiting.remove(waiter);
    }

    private void connectForThoseWhoWait() {
        if (calling) {
            // One that fails at once comes back here: as deep as there are waiters, if each did so anew.
            return;
        }
        calling = true;
        try {
            while (connecting < waiting.size() && open < mostOpen) {
                open++;
                connecting++;
                connect().onComplete(this::connected);
            }
        } finally {
            calling = false;
        }
    }

    private Future<NetSocket> connect() {
        try {
            return client.connect(way.connect());
        } catch (RuntimeException refused) {
            return Future.failedFuture(refused);
        }
    }

    private void connected(AsyncResult<NetSocket> made) {
        connecting--;
        if (made.failed()) {
            refuse(made.cause());
            return;
        }
        WorkerConnection connection = new WorkerConnection(context, this, authority, keepNanos);
        if (takenOver(connection, made.result())) {
            offer(connection);
        } else {
            refuse(new ConnectionClosed());
        }
    }

    private static boolean takenOver(WorkerConnection connection, NetSocket socket) {
        try {
            return connection.takeOver(socket);
        } catch (RuntimeException unlike) {
            // Of another release of Vert.x: nobody would hold the socket, and who waits for it would wait for ever.
            log.atError().setCause(unlike).log("a connection to a worker cannot be taken over");
            socket.close();
            return false;
        }
    }

    private void refuse(Throwable cause) {
        open--;
        ConnectionWaiter first = waiting.poll();
        connectForThoseWhoWait();
        if (first != null) {
            told(() -> first.refused(cause));
        }
    }

    /** Nothing is sent over this one now. */
    void offer(WorkerConnection connection) {
        if (waiting.isEmpty() ? retired : !connection.usable(System.nanoTime())) {
            connection.close();
            return;
        }
        ConnectionWaiter first = waiting.poll();
        if (first != null) {
            hand(connection, first);
        } else {
            idle.push(connection);
        }
    }

    private void hand(WorkerConnection connection, ConnectionWaiter to) {
        try {
            told(() -> to.connected(connection));
        } catch (Throwable failed) {
            // Nobody has it now.
            connection.close();
            throw failed;
        }
    }

    /** Whoever gives back, closes or asks may be in the context of another request than who is told of it. */
    private void told(Runnable what) {
        ContextInternal before = context.beginDispatch();
        try {
            what.run();
        } finally {
            context.endDispatch(before);
        }
    }

    /** This one is closed; to be told once of each. */
    void gone(WorkerConnection connection) {
        open--;
        idle.remove(connection);
        connectForThoseWhoWait();
    }

    /** Whether there is nothing that it would have to be kept for. */
    boolean empty() {
        return open == 0 && waiting.isEmpty();
    }

    /** Closes those that have been idle for too long. */
    void closeIdle(long nowNanos) {
        // Closing one takes it out of here.
        List<WorkerConnection> old = new ArrayList<>(0);
        for (WorkerConnection connection : idle) {
            if (!connection.usable(nowNanos)) {
                old.add(connection);
            }
        }
        old.forEach(WorkerConnection::close);
    }

    /**
     * The worker is reached in another way from now on: what is idle is closed, and what is not, when it becomes so.
     *
     * @param next where whoever waits is served from now on; something is about to be taken there
     */
    void retire(WorkerPool next) {
        retired = true;
        next.waiting.addAll(waiting);
        waiting.clear();
        List.copyOf(idle).forEach(WorkerConnection::close);
    }
}

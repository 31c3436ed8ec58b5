package dev.warmpath.router.legs;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.time.Duration;

/**
 * Connections to the workers, one pool per event loop. HTTP/1.1, because Python engines speak nothing else. No idle
 * timer runs on a connection in use: a long prefill is silent, and the request's own clock is the only one that counts.
 */
public final class LegClient {

    /** Of an answer in one go: as much as the socket is read for at once, so that most answers come whole. */
    private static final int PIECE_BYTES = 64 << 10;

    private final Thread loop = Thread.currentThread();
    private final HttpClient client;
    private final HandOffLease.Timers timers;

    /** To be made on the event loop that will use it. */
    public LegClient(Vertx vertx, UpstreamSettings settings) {
        HttpClientOptions options = new HttpClientOptions()
                .setConnectTimeout((int) settings.connectTimeout().toMillis())
                .setKeepAlive(true)
                .setKeepAliveTimeout((int) Math.max(1, settings.keepAlive().toSeconds()))
                .setIdleTimeout(0)
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true)
                .setDecompressionSupported(false)
                .setMaxHeaderSize(64 << 10)
                .setMaxChunkSize(PIECE_BYTES);
        PoolOptions pool = new PoolOptions()
                .setHttp1MaxSize(settings.maxConnectionsPerWorker())
                .setMaxWaitQueueSize(settings.maxWaitingPerWorker());
        this.client = vertx.httpClientBuilder()
                .with(options)
                .with(pool)
                .withConnectHandler(LegClient::opened)
                .build();
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

    private static void opened(HttpConnection connection) {
        DirectWrites.of(connection);
        // A leg tells what its connection died of. Vert.x would write an error line beside that, and one for each idle
        // connection that a dying engine resets, which are thousands at once.
        connection.exceptionHandler(told -> {});
    }

    /** Of the event loop that this client belongs to. */
    HandOffLease.Timers timers() {
        return timers;
    }

    /**
     * A request to a worker, once there is a connection for it.
     *
     * @throws IllegalStateException not on the event loop of this client: with {@link DirectWrites} nothing else would keep two
     *     threads from writing at once
     */
    Future<HttpClientRequest> open(Worker worker, HttpMethod method, String uri) {
        if (Thread.currentThread() != loop) {
            throw new IllegalStateException("a leg of " + loop.getName() + " is opened on "
                    + Thread.currentThread().getName());
        }
        return client.request(worker.request(method, uri));
    }

    public Future<Void> close() {
        return client.close();
    }
}

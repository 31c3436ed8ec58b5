package dev.warmpath.router.remote;

import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A call of the router's own to a worker, no client's: the bytes of its answer, within bounds of time and size. */
public final class WorkerCall {

    /** A worker answered, and not with 200. */
    public static final class Refused extends IOException {

        private final int status;

        Refused(String path, int status) {
            super(path + " answered " + status);
            this.status = status;
        }

        public int status() {
            return status;
        }
    }

    /** An answer was longer than is read. */
    public static final class TooLong extends IOException {

        private static final long serialVersionUID = 1;

        TooLong(String path, long most) {
            super(path + " answered more than " + most + " bytes");
        }
    }

    /** A worker had not answered, or not to the end, when its time was over. */
    public static final class Late extends IOException {

        private static final long serialVersionUID = 1;

        Late(String path, Duration timeout) {
            super(path + " had no whole answer after " + timeout.toMillis() + " ms");
        }
    }

    private final Vertx vertx;
    private final HttpClient client;
    private final long maxAnswerBytes;

    /** @param maxAnswerBytes a longer answer is not read */
    public WorkerCall(Vertx vertx, HttpClient client, long maxAnswerBytes) {
        this.vertx = vertx;
        this.client = client;
        this.maxAnswerBytes = maxAnswerBytes;
    }

    /**
     * Calls over connections of their own, two to a worker at most and none kept: they are few and far between, and engines
     * close idle connections when it suits them.
     *
     * @param maxAnswerBytes a longer answer is not read
     */
    public static WorkerCall overOwnConnections(Vertx vertx, long maxAnswerBytes) {
        HttpClientOptions unkept = new HttpClientOptions().setKeepAlive(false);
        return new WorkerCall(
                vertx, vertx.createHttpClient(unkept, new PoolOptions().setHttp1MaxSize(2)), maxAnswerBytes);
    }

    /** Where a call goes, with the worker's credentials. Redirects are not followed. */
    public static RequestOptions to(Worker worker, HttpMethod method, String path) {
        RequestOptions where = worker.request(method, path);
        String apiKey = worker.settings().apiKey();
        return apiKey == null ? where : where.putHeader("authorization", "Bearer " + apiKey);
    }

    /**
     * Sends the body and collects the answer.
     *
     * @param where method, address and headers
     * @param timeout for all of it, from waiting for a connection to the answer's last byte
     * @return fails if the answer is not 200 (with {@link Refused}), too long (with {@link TooLong}) or too late (with {@link
     *     Late} where there was a connection); the connection is then given up
     */
    public Future<Buffer> send(RequestOptions where, Buffer body, Duration timeout) {
        Buffer whole = Buffer.buffer();
        return send(where, body, timeout, whole::appendBuffer).map(whole);
    }

    /**
     * Likewise, for an answer that need not be held as a whole.
     *
     * @param sink takes the answer's parts as they come, until the future ends
     */
    public Future<Void> send(RequestOptions where, Buffer body, Duration timeout, Consumer<Buffer> sink) {
        long start = System.nanoTime();
        return client.request(where.setConnectTimeout(timeout.toMillis())).compose(open -> {
            long left = timeout.minusNanos(System.nanoTime() - start).toMillis();
            // The client's own limit is one of silence: a byte now and then would hold the call for ever.
            // The caller is told; without a handler the client logs each fault of the worker's as one of ours.
            open.connection().exceptionHandler(told -> {});
            AtomicBoolean late = new AtomicBoolean();
            long timer = vertx.setTimer(Math.max(1, left), expired -> {
                late.set(true);
                open.reset();
            });
            return exchange(open, body, sink)
                    .onComplete(ended -> vertx.cancelTimer(timer))
                    .recover(failed -> Future.failedFuture(late.get() ? new Late(open.path(), timeout) : failed));
        });
    }

    private Future<Void> exchange(HttpClientRequest open, Buffer body, Consumer<Buffer> sink) {
        return open.send(body).compose(response -> read(response, sink));
    }

    private Future<Void> read(HttpClientResponse response, Consumer<Buffer> sink) {
        String path = response.request().path();
        if (response.statusCode() != 200) {
            // What the reset does to the rest of the answer is no fault, and would be logged as one likewise.
            response.exceptionHandler(wanted -> {});
            response.request().reset();
            return Future.failedFuture(new Refused(path, response.statusCode()));
        }
        AtomicLong left = new AtomicLong(maxAnswerBytes);
        response.handler(chunk -> {
            if (left.addAndGet(-chunk.length()) >= 0) {
                sink.accept(chunk);
            } else {
                response.request().reset();
            }
        });
        return response.end()
                .recover(broken -> Future.failedFuture(left.get() < 0 ? new TooLong(path, maxAnswerBytes) : broken));
    }
}

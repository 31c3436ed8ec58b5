package dev.warmpath.router.remote;

import dev.warmpath.router.fleet.Worker;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.time.Duration;

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

    private final Vertx vertx;
    private final HttpClient client;
    private final int maxAnswerBytes;

    /** @param maxAnswerBytes a longer answer is not read */
    public WorkerCall(Vertx vertx, HttpClient client, int maxAnswerBytes) {
        this.vertx = vertx;
        this.client = client;
        this.maxAnswerBytes = maxAnswerBytes;
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
     * @return fails if the answer is not 200 (with {@link Refused}), too long or too late; the connection is then given up
     */
    public Future<Buffer> send(RequestOptions where, Buffer body, Duration timeout) {
        long start = System.nanoTime();
        return client.request(where.setConnectTimeout(timeout.toMillis())).compose(open -> {
            long left = timeout.minusNanos(System.nanoTime() - start).toMillis();
            // The client's own limit is one of silence: a byte now and then would hold the call for ever.
            long timer = vertx.setTimer(Math.max(1, left), late -> open.reset());
            return exchange(open, body).onComplete(ended -> vertx.cancelTimer(timer));
        });
    }

    private Future<Buffer> exchange(HttpClientRequest open, Buffer body) {
        return open.send(body).compose(this::read);
    }

    private Future<Buffer> read(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            response.request().reset();
            return Future.failedFuture(new Refused(response.request().path(), response.statusCode()));
        }
        Buffer whole = Buffer.buffer();
        response.handler(chunk -> {
            if (whole.length() + chunk.length() > maxAnswerBytes) {
                response.request().reset();
            } else {
                whole.appendBuffer(chunk);
            }
        });
        return response.end().map(whole);
    }
}

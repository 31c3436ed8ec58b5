package dev.warmpath.router.remote;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.time.Duration;

/** One {@code POST /tokenize}: the bytes of its answer, within bounds of time and size. */
final class TokenizeCall {

    /** About two million ids; an answer that is longer is not read. */
    private static final int MAX_ANSWER_BYTES = 16 << 20;

    private TokenizeCall() {}

    /**
     * Sends the body and collects the answer.
     *
     * @param where method, address and headers
     * @param timeout for all of it, from waiting for a connection to the answer's last byte
     * @return fails if the answer is not 200, too long or too late; the connection is then given up
     */
    static Future<Buffer> send(Vertx vertx, HttpClient client, RequestOptions where, Buffer body, Duration timeout) {
        long start = System.nanoTime();
        return client.request(where.setConnectTimeout(timeout.toMillis())).compose(open -> {
            long left = timeout.minusNanos(System.nanoTime() - start).toMillis();
            // The client's own limit is one of silence: a byte now and then would hold the call for ever.
            long timer = vertx.setTimer(Math.max(1, left), late -> open.reset());
            return exchange(open, body).onComplete(ended -> vertx.cancelTimer(timer));
        });
    }

    private static Future<Buffer> exchange(HttpClientRequest open, Buffer body) {
        return open.send(body).compose(TokenizeCall::read);
    }

    private static Future<Buffer> read(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            response.request().reset();
            return Future.failedFuture(new IOException("/tokenize answered " + response.statusCode()));
        }
        Buffer whole = Buffer.buffer();
        response.handler(chunk -> {
            if (whole.length() + chunk.length() > MAX_ANSWER_BYTES) {
                response.request().reset();
            } else {
                whole.appendBuffer(chunk);
            }
        });
        return response.end().map(whole);
    }
}

package dev.warmpath.router.http;

import dev.warmpath.config.settings.ServerSettings;
import dev.warmpath.router.admission.BodyBudget;
import dev.warmpath.router.body.BadRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;

/**
 * Reads a request body whole, within {@code server.max_body} and {@code server.body_timeout}. A body that announces
 * more than it may is refused before it is read.
 *
 * <p>After a refusal the rest of the body may still be on its way. It is dropped, and the connection ends with the
 * answer: its next bytes could not be told from a next request.
 */
public final class BodyIntake {

    private final Vertx vertx;
    private final long maxBytes;
    private final Duration timeout;

    public BodyIntake(Vertx vertx, ServerSettings settings) {
        this.vertx = vertx;
        this.maxBytes = settings.maxBodyBytes();
        this.timeout = settings.bodyTimeout();
    }

    /** The body, or a {@link BadRequest}: 413, 408, or 400 when the client broke off. */
    public Future<Buffer> read(HttpServerRequest request) {
        return read(request, new BodyBudget(Long.MAX_VALUE).open());
    }

    /**
     * The same, or a 503 when there is too much in memory already.
     *
     * @param share charged for the body as it arrives; its owner gives it back
     */
    Future<Buffer> read(HttpServerRequest request, BodyBudget.Share share) {
        if (announced(request) > maxBytes) {
            letGo(request);
            return Future.failedFuture(tooLarge());
        }
        // A client of HTTP/1.0 would take it for the answer.
        if (request.version() != HttpVersion.HTTP_1_0 && "100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
            request.response().writeContinue();
        }
        Promise<Buffer> body = Promise.promise();
        Buffer collected = Buffer.buffer();
        long timer = vertx.setTimer(timeout.toMillis(), late -> {
            letGo(request);
            body.tryFail(new BadRequest(
                    408, "body_timeout", null, "The request body did not arrive within server.body_timeout."));
        });
        request.handler(chunk -> {
            if (collected.length() + chunk.length() > maxBytes) {
                letGo(request);
                body.tryFail(tooLarge());
                return;
            }
            if (!share.take(chunk.length())) {
                letGo(request);
                body.tryFail(ErrorAnswer.bodiesFull().asFailure());
                return;
            }
            collected.appendBuffer(chunk);
        });
        request.exceptionHandler(broken -> body.tryFail(new BadRequest(
                400,
                "body_broken_off",
                null,
                "The request body is not well framed, or the connection ended inside it.")));
        request.endHandler(end -> {
            // The handler above holds the body, and the request lives as long as its answer.
            request.handler(null);
            body.tryComplete(collected);
        });
        return body.future().onComplete(done -> vertx.cancelTimer(timer));
    }

    private static void letGo(HttpServerRequest request) {
        request.handler(dropped -> {});
        request.endHandler(null);
        request.resume();
    }

    private BadRequest tooLarge() {
        return new BadRequest(
                413,
                "body_too_large",
                null,
                "The request body is larger than server.max_body (" + maxBytes + " bytes).");
    }

    private static long announced(HttpServerRequest request) {
        String length = request.getHeader("content-length");
        try {
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }
}

package dev.warmpath.router.http;

import dev.warmpath.config.settings.ServerSettings;
import dev.warmpath.router.body.BadRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/**
 * Reads a request body whole, within {@code server.max_body} and {@code server.body_timeout}. A body that announces
 * more than it may is refused before it is read.
 */
public final class BodyIntake {

    private final Vertx vertx;
    private final ServerSettings settings;

    public BodyIntake(Vertx vertx, ServerSettings settings) {
        this.vertx = vertx;
        this.settings = settings;
    }

    /** The body, or a {@link BadRequest}: 413, 408, or 400 when the client broke off. */
    public Future<Buffer> read(HttpServerRequest request) {
        if (announced(request) > settings.maxBodyBytes()) {
            return Future.failedFuture(tooLarge());
        }
        Promise<Buffer> body = Promise.promise();
        Buffer collected = Buffer.buffer();
        long timer = vertx.setTimer(settings.bodyTimeout().toMillis(), late -> {
            request.pause();
            body.tryFail(new BadRequest(
                    408, "body_timeout", null, "The request body did not arrive within server.body_timeout."));
        });
        request.handler(chunk -> {
            if (body.future().isComplete()) {
                return;
            }
            if (collected.length() + chunk.length() > settings.maxBodyBytes()) {
                request.pause();
                body.tryFail(tooLarge());
                return;
            }
            collected.appendBuffer(chunk);
        });
        request.exceptionHandler(broken -> body.tryFail(
                new BadRequest(400, "body_broken_off", null, "The connection ended inside the request body.")));
        request.endHandler(end -> body.tryComplete(collected));
        return body.future().onComplete(done -> vertx.cancelTimer(timer));
    }

    private BadRequest tooLarge() {
        return new BadRequest(
                413,
                "body_too_large",
                null,
                "The request body is larger than server.max_body (" + settings.maxBodyBytes() + " bytes).");
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

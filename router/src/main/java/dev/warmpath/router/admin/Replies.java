package dev.warmpath.router.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.admission.BodyBudget;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.http.BodyIntake;
import dev.warmpath.router.http.ErrorAnswer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the resources of the admin port read bodies and answer. */
final class Replies {

    private static final Logger log = LoggerFactory.getLogger(Replies.class);

    private final BodyIntake bodies;
    private final BodyBudget room;

    /** @param room for the bodies of all calls that are worked on at one time */
    Replies(BodyIntake bodies, BodyBudget room) {
        this.bodies = bodies;
        this.room = room;
    }

    /** What takes a body, and answers. */
    interface BodyCall {
        /**
         * Serves the call.
         *
         * @return ends when the body is not needed any more; a failure becomes the answer
         */
        Future<?> take(HttpServerRequest request, JsonBody body) throws BadRequest;
    }

    void withBody(HttpServerRequest request, BodyCall call) {
        BodyBudget.Share share = room.open();
        bodies.read(request, share)
                .compose(body -> taken(request, body, call))
                .onFailure(cause -> failed(request, cause))
                .onComplete(done -> share.release());
    }

    private static Future<?> taken(HttpServerRequest request, byte[] body, BodyCall call) {
        try {
            return call.take(request, JsonBody.parse(body));
        } catch (BadRequest bad) {
            return Future.failedFuture(bad);
        }
    }

    void failed(HttpServerRequest request, Throwable cause) {
        if (cause instanceof BadRequest bad) {
            error(request, ErrorAnswer.of(bad));
            return;
        }
        if (cause instanceof ErrorAnswer.Failure failure) {
            error(request, failure.answer());
            return;
        }
        log.atError().setCause(cause).log("admin call failed");
        error(request, ErrorAnswer.internal());
    }

    void error(HttpServerRequest request, ErrorAnswer error) {
        error.send(request.response(), null);
    }

    /** Answers a {@code GET}: 304 when the caller holds the same already. */
    void tagged(HttpServerRequest request, String revision, JsonNode body) {
        byte[] shown = bytes(body);
        EntityTag tag = EntityTag.of(revision, shown);
        request.response().putHeader("etag", tag.text());
        if (tag.held(request)) {
            request.response().setStatusCode(304).end();
        } else {
            json(request, 200, shown);
        }
    }

    /** Answers a change with what there is now. */
    void tagged(HttpServerRequest request, int status, String revision, JsonNode body) {
        byte[] shown = bytes(body);
        request.response().putHeader("etag", EntityTag.of(revision, shown).text());
        json(request, status, shown);
    }

    void json(HttpServerRequest request, int status, JsonNode body) {
        json(request, status, bytes(body));
    }

    private static byte[] bytes(JsonNode body) {
        return body.toString().getBytes(UTF_8);
    }

    private void json(HttpServerRequest request, int status, byte[] body) {
        request.response()
                .setStatusCode(status)
                .putHeader("content-type", "application/json")
                .end(Buffer.buffer(body));
    }
}

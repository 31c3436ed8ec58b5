package dev.warmpath.router.admin.reply;

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
public final class Replies {

    private static final Logger log = LoggerFactory.getLogger(Replies.class);

    private final BodyIntake bodies;
    private final BodyBudget room;

    /**
     * Answers of one port.
     *
     * @param room for the bodies of all calls that are worked on at one time
     */
    public Replies(BodyIntake bodies, BodyBudget room) {
        this.bodies = bodies;
        this.room = room;
    }

    /** What takes a body, and answers. */
    public interface BodyCall {
        /**
         * Serves the call.
         *
         * @return ends when the body is not needed any more; a failure becomes the answer
         */
        Future<?> take(HttpServerRequest request, JsonBody body) throws BadRequest;
    }

    /** Reads the body, lets the call serve it, and answers what fails. */
    public void withBody(HttpServerRequest request, BodyCall call) {
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

    /** Answers a call that failed: what is wrong with it, or that nobody knows. */
    public void failed(HttpServerRequest request, Throwable cause) {
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

    /** Answers with an error. */
    public void error(HttpServerRequest request, ErrorAnswer error) {
        error.send(request.response(), null);
    }

    /** Answers a {@code GET}: 304 when the caller holds the same already. */
    public void tagged(HttpServerRequest request, String revision, JsonNode body) {
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
    public void tagged(HttpServerRequest request, int status, String revision, JsonNode body) {
        byte[] shown = bytes(body);
        request.response().putHeader("etag", EntityTag.of(revision, shown).text());
        json(request, status, shown);
    }

    /** Answers with this. */
    public void json(HttpServerRequest request, int status, JsonNode body) {
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

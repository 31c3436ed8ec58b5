package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.request.EngineError;
import org.jspecify.annotations.Nullable;

/**
 * What all answers have in common: a stream begins when every leg has been taken on, and an error stands inside of it from then
 * on. As the engines have it for most endpoints; some say otherwise how it ends.
 */
abstract class EngineReply implements Reply {

    final ReplyTo to;
    final ErrorBody errors;
    final boolean stream;

    /** The function that has to be called, or null. */
    final @Nullable String tool;

    EngineReply(ReplyTo to) {
        this.to = to;
        this.errors = new ErrorBody(to.json(), to.profile().engine());
        this.stream = to.request().stream();
        this.tool = to.request().tool();
    }

    @Override
    public void begin() {
        if (stream) {
            to.exchange().startStream();
        }
    }

    @Override
    public final void fail(EngineError error) {
        if (to.exchange().isStreaming()) {
            endStream(error);
        } else {
            to.whole(error.status(), refusal(error));
        }
    }

    /** Ends a stream that has begun with this error. */
    void endStream(EngineError error) {
        to.event(errors.nested(error));
        to.exchange().done();
    }

    /** The whole answer that an error is. */
    ObjectNode refusal(EngineError error) {
        return errors.answer(error);
    }
}

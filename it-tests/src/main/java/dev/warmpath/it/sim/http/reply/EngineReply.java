package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.request.EngineError;
import org.jspecify.annotations.Nullable;

/**
 * What all answers have in common: tokens are gathered in their choices, and a stream tells of each; it begins when every leg
 * has been taken on, and an error stands inside of it from then on. As the engines have it for most endpoints; some say otherwise how it ends.
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
    public final void token(Choice choice, int token, String piece, @Nullable String ending) {
        boolean first = choice.tokens() == 0;
        String text = ForcedCall.said(tool, piece, first, ending);
        choice.add(token, text);
        if (stream) {
            begin();
            tell(choice, token, text, first, ending);
        }
    }

    /**
     * Sends what a stream tells of a token.
     *
     * @param text what it adds to the choice, which has it already
     * @param first whether it is the choice's first
     * @param ending how the choice ends if this is its last token, else null
     */
    abstract void tell(Choice choice, int token, String text, boolean first, @Nullable String ending);

    @Override
    public final void ended(Choice choice, boolean said) {
        if (!stream) {
            return;
        }
        ObjectNode event = ending(choice, said);
        if (event != null) {
            begin();
            to.event(event);
        }
    }

    /**
     * The event of a stream that tells how a choice has ended, and nothing else; null where another one does.
     *
     * @param said whether its last token came with how it ends
     */
    abstract @Nullable ObjectNode ending(Choice choice, boolean said);

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

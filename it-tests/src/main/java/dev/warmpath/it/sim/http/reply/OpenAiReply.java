package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.request.EngineError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chat or a plain completion. vLLM says how a choice ends in the chunk of its last token, SGLang in a chunk of its own.
 */
public final class OpenAiReply implements Reply {

    private final ReplyTo to;
    private final ErrorBody errors;
    private final OpenAiShape shape;
    private final @Nullable String tool;
    private final boolean stream;

    public OpenAiReply(ReplyTo to, boolean chat) {
        this.to = to;
        this.errors = new ErrorBody(to.json(), to.profile().engine());
        this.tool = to.request().tool();
        this.stream = to.request().stream();
        this.shape = new OpenAiShape(
                to.json(),
                chat,
                (chat ? "chatcmpl-" : "cmpl-") + to.id(),
                to.created(),
                to.request().model(),
                tool);
    }

    @Override
    public void begin() {
        if (stream) {
            to.exchange().startStream();
        }
    }

    @Override
    public void token(Choice choice, int token, String piece, @Nullable String ending) {
        boolean first = choice.tokens() == 0;
        String said = ForcedCall.said(tool, piece, first, ending);
        choice.add(token, said);
        if (!stream) {
            return;
        }
        begin();
        ObjectNode opening = first ? shape.opening(choice) : null;
        if (opening != null) {
            to.event(opening);
        }
        to.event(shape.piece(choice, said, to.vllm() ? ending : null));
    }

    @Override
    public void ended(Choice choice, boolean said) {
        if (stream && !(said && to.vllm())) {
            begin();
            to.event(shape.piece(choice, "", choice.finishReason()));
        }
    }

    @Override
    public void finish(List<Choice> choices, Tally tally, @Nullable JsonNode transfer) {
        if (!stream) {
            to.whole(200, shape.whole(choices, tally.usage(to), transfer));
            return;
        }
        if (to.request().includeUsage()) {
            to.event(shape.usage(tally.usage(to)));
        }
        to.exchange().done();
    }

    @Override
    public void fail(EngineError error) {
        if (to.exchange().isStreaming()) {
            to.event(errors.nested(error));
            to.exchange().done();
        } else {
            to.whole(error.status(), errors.answer(error));
        }
    }
}

package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chat or a plain completion. vLLM says how a choice ends in the chunk of its last token, SGLang in a chunk of its own.
 */
public final class OpenAiReply extends EngineReply {

    private final OpenAiShape shape;

    public OpenAiReply(ReplyTo to, boolean chat) {
        super(to);
        this.shape = new OpenAiShape(
                to.json(),
                chat,
                (chat ? "chatcmpl-" : "cmpl-") + to.id(),
                to.created(),
                to.request().model(),
                tool);
    }

    @Override
    void tell(Choice choice, int token, String text, boolean first, @Nullable String ending) {
        ObjectNode opening = first ? shape.opening(choice) : null;
        if (opening != null) {
            to.event(opening);
        }
        to.event(shape.piece(choice, text, to.vllm() ? ending : null));
    }

    @Override
    @Nullable
    ObjectNode ending(Choice choice, boolean said) {
        return said && to.vllm() ? null : shape.piece(choice, "", choice.finishReason());
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
}

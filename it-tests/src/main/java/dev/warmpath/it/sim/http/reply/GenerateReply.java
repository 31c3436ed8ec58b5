package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.request.EngineError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer of SGLang's {@code /generate}: an object, or a list of them for a batch or several samples. Each event of a
 * stream has all text so far.
 */
public final class GenerateReply extends EngineReply {

    public GenerateReply(ReplyTo to) {
        super(to);
    }

    @Override
    void tell(Choice choice, int token, String text, boolean first, @Nullable String ending) {
        to.event(choice(choice, ending, true));
    }

    @Override
    @Nullable
    ObjectNode ending(Choice choice, boolean said) {
        return said ? null : choice(choice, choice.finishReason(), true);
    }

    @Override
    public void finish(List<Choice> choices, Tally tally, @Nullable JsonNode transfer) {
        if (stream) {
            to.exchange().done();
        } else if (!to.request().batch() && choices.size() == 1) {
            to.whole(200, choice(choices.get(0), choices.get(0).finishReason(), false));
        } else {
            ArrayNode list = to.json().createArrayNode();
            choices.forEach(choice -> list.add(choice(choice, choice.finishReason(), false)));
            to.exchange().json(200, JsonBytes.of(to.json(), list));
        }
    }

    private ObjectNode choice(Choice choice, @Nullable String reason, boolean event) {
        ObjectNode node = to.object().put("text", choice.text());
        ArrayNode ids = node.putArray("output_ids");
        for (int id : choice.ids()) {
            ids.add(id);
        }
        ObjectNode meta = node.putObject("meta_info").put("id", to.id());
        if (reason == null) {
            meta.putNull("finish_reason");
        } else {
            ObjectNode finish = meta.putObject("finish_reason").put("type", reason);
            if (reason.equals("length")) {
                finish.put("length", choice.tokens());
            }
        }
        int prompt = choice.index() / to.request().samples();
        meta.put("prompt_tokens", to.request().prompts().get(prompt).length)
                .put("weight_version", "default")
                .put("completion_tokens", choice.tokens())
                .put("cached_tokens", choice.cachedTokens());
        if (event && to.request().batch()) {
            node.put("index", choice.index());
        }
        return node;
    }

    @Override
    ObjectNode refusal(EngineError error) {
        return errors.bare(error);
    }
}

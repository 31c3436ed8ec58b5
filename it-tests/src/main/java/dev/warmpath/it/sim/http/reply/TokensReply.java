package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An answer of vLLM's {@code /inference/v1/generate}: token ids, whole or token by token. */
public final class TokensReply extends EngineReply {

    public TokensReply(ReplyTo to) {
        super(to);
    }

    @Override
    void tell(Choice choice, int token, String text, boolean first, @Nullable String ending) {
        to.event(event(choice, ending, new int[] {token}));
    }

    @Override
    @Nullable
    ObjectNode ending(Choice choice, boolean said) {
        return said ? null : event(choice, choice.finishReason(), new int[0]);
    }

    private ObjectNode event(Choice choice, @Nullable String reason, int[] ids) {
        ObjectNode event = head();
        choice(event.putArray("choices"), choice.index(), reason, ids);
        return event;
    }

    private ObjectNode head() {
        return to.object().put("request_id", to.id());
    }

    private static void choice(ArrayNode choices, int index, @Nullable String reason, int[] ids) {
        ArrayNode list = choices.addObject()
                .put("index", index)
                .putNull("logprobs")
                .put("finish_reason", reason)
                .putArray("token_ids");
        for (int id : ids) {
            list.add(id);
        }
    }

    @Override
    public void finish(List<Choice> choices, Tally tally, @Nullable JsonNode transfer) {
        ObjectNode last = head();
        ArrayNode list = last.putArray("choices");
        if (!stream) {
            last.put("model", to.request().model()).put("created", to.created());
            choices.forEach(choice -> choice(list, choice.index(), choice.finishReason(), choice.ids()));
            last.set("usage", tally.usage(to));
            if (transfer != null) {
                last.set("kv_transfer_params", transfer);
            }
            to.whole(200, last);
            return;
        }
        if (to.request().includeUsage()) {
            last.set("usage", tally.usage(to));
            to.event(last);
        }
        to.exchange().done();
    }
}

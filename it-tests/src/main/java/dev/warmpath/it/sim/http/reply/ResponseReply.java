package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.http.ResponseStore;
import dev.warmpath.it.sim.request.EngineError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A response of OpenAI's: one item, a message or the call of a tool. A stream has named and numbered events, the last of
 * which holds the whole response, and no closing marker. What the client did not forbid is stored.
 */
public final class ResponseReply extends EngineReply {

    private final ResponseShape shape;
    private final ResponseStore store;
    private int sequence;

    public ResponseReply(ReplyTo to, ResponseStore store) {
        super(to);
        this.shape = new ResponseShape(to);
        this.store = store;
    }

    @Override
    public void begin() {
        if (stream && !to.exchange().isStreaming()) {
            to.exchange().startStream();
            send(shape.holding("response.created", shape.begun()));
            send(shape.holding("response.in_progress", shape.begun()));
        }
    }

    @Override
    void tell(Choice choice, int token, String text, boolean first, @Nullable String ending) {
        if (first) {
            open();
        }
        send(shape.inItem(tool == null ? "response.output_text.delta" : "response.function_call_arguments.delta")
                .put("delta", text));
    }

    private void open() {
        ObjectNode added = shape.named("response.output_item.added");
        added.set("item", shape.item("", "in_progress"));
        send(added);
        if (tool == null) {
            ObjectNode part = shape.inItem("response.content_part.added");
            part.set("part", shape.part(""));
            send(part);
        }
    }

    @Override
    @Nullable
    ObjectNode ending(Choice choice, boolean said) {
        // How it ended is told by the response, which has one choice.
        return null;
    }

    @Override
    public void finish(List<Choice> choices, Tally tally, @Nullable JsonNode transfer) {
        Choice choice = choices.get(0);
        ObjectNode response = shape.whole(choice, tally, transfer);
        JsonNode conversation = to.request().conversation();
        if (conversation != null) {
            store.keep(shape.id(), response, conversation, shape.message(choice));
        }
        if (!stream) {
            to.whole(200, response);
            return;
        }
        begin();
        if (choice.tokens() == 0) {
            open();
        }
        close(choice);
        String ending = response.path("status").textValue();
        send(shape.holding("response." + ending, response));
        to.exchange().end();
    }

    private void close(Choice choice) {
        if (tool == null) {
            send(shape.inItem("response.output_text.done").put("text", choice.text()));
            ObjectNode part = shape.inItem("response.content_part.done");
            part.set("part", shape.part(choice.text()));
            send(part);
        } else {
            send(shape.inItem("response.function_call_arguments.done").put("arguments", choice.text()));
        }
        ObjectNode done = shape.named("response.output_item.done");
        done.set("item", shape.item(choice.text(), "completed"));
        send(done);
    }

    private void send(ObjectNode event) {
        to.event(event.path("type").textValue(), event.put("sequence_number", sequence++));
    }

    @Override
    void endStream(EngineError error) {
        send(shape.named("error")
                .put("code", Integer.toString(error.status()))
                .put("message", error.text())
                .putNull("param"));
        to.exchange().end();
    }

    @Override
    ObjectNode refusal(EngineError error) {
        return errors.nested(error);
    }
}

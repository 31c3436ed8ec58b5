package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.request.EngineError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of Anthropic's, as vLLM and SGLang write it: one block of text, or of the call of a tool. A stream has named
 * events and no closing marker. The two differ in when they tell the input: vLLM the whole at the beginning and its cached
 * part at the end, SGLang both at the beginning.
 */
public final class MessageReply extends EngineReply {

    private final String messageId;

    public MessageReply(ReplyTo to) {
        super(to);
        this.messageId = (to.vllm() ? "chatcmpl-" : "msg_") + to.id();
    }

    @Override
    void tell(Choice choice, int token, String text, boolean first, @Nullable String ending) {
        if (first) {
            open(choice);
        }
        ObjectNode delta = to.object();
        if (tool == null) {
            delta.put("type", "text_delta").put("text", text);
        } else {
            delta.put("type", "input_json_delta").put("partial_json", text);
        }
        ObjectNode event = named("content_block_delta").put("index", 0);
        event.set("delta", delta);
        send(event);
    }

    private void open(Choice choice) {
        Tally begun = new Tally(Tally.promptTokens(to.request()), choice.cachedTokens(), 0);
        ObjectNode start = named("message_start");
        ObjectNode message = head();
        message.putArray("content");
        message.put("model", to.request().model());
        if (to.vllm()) {
            message.putNull("stop_reason").putNull("stop_sequence");
        }
        message.set(
                "usage",
                to.vllm()
                        ? to.object().put("input_tokens", begun.prompt()).put("output_tokens", 0)
                        : begun.ofMessage(to));
        start.set("message", message);
        send(start);
        ObjectNode block = named("content_block_start").put("index", 0);
        block.set("content_block", tool == null ? text("") : call(to.object()));
        send(block);
    }

    @Override
    @Nullable
    ObjectNode ending(Choice choice, boolean said) {
        // How it ended is told at the end of the message, which has one choice.
        return null;
    }

    @Override
    public void finish(List<Choice> choices, Tally tally, @Nullable JsonNode transfer) {
        Choice choice = choices.get(0);
        if (!stream) {
            to.whole(200, whole(choice, tally, transfer));
            return;
        }
        begin();
        if (choice.tokens() == 0) {
            open(choice);
        }
        send(named("content_block_stop").put("index", 0));
        ObjectNode last = named("message_delta");
        last.putObject("delta").put("stop_reason", stopReason(choice));
        last.set("usage", to.vllm() ? tally.ofMessage(to) : to.object().put("output_tokens", tally.generated()));
        send(last);
        send(named("message_stop"));
        to.exchange().end();
    }

    private ObjectNode whole(Choice choice, Tally tally, @Nullable JsonNode transfer) {
        ObjectNode message = head();
        ArrayNode content = message.putArray("content");
        content.add(tool == null ? text(choice.text()) : call(input(choice.text())));
        message.put("model", to.request().model()).put("stop_reason", stopReason(choice));
        message.set("usage", tally.ofMessage(to));
        if (transfer != null) {
            message.set("kv_transfer_params", transfer);
        }
        return message;
    }

    private ObjectNode head() {
        return to.object().put("id", messageId).put("type", "message").put("role", "assistant");
    }

    private ObjectNode text(String text) {
        return to.object().put("type", "text").put("text", text);
    }

    private ObjectNode call(JsonNode input) {
        ObjectNode call = to.object()
                .put("type", "tool_use")
                .put("id", "toolu_" + to.id())
                .put("name", tool);
        call.set("input", input);
        return call;
    }

    /** Arguments that were cut are none. */
    private JsonNode input(String arguments) {
        try {
            return to.json().readTree(arguments);
        } catch (JsonProcessingException cut) {
            return to.object();
        }
    }

    private static String stopReason(Choice choice) {
        return switch (String.valueOf(choice.finishReason())) {
            case "length" -> "max_tokens";
            case ForcedCall.CALLED -> "tool_use";
            default -> "end_turn";
        };
    }

    private ObjectNode named(String type) {
        return to.object().put("type", type);
    }

    private void send(ObjectNode event) {
        to.event(event.path("type").textValue(), event);
    }

    @Override
    void endStream(EngineError error) {
        to.event("error", errors.anthropic(error));
        to.exchange().end();
    }

    @Override
    ObjectNode refusal(EngineError error) {
        return errors.anthropic(error);
    }
}

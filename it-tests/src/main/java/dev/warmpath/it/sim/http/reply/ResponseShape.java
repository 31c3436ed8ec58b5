package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The JSON of one response and of its events. */
final class ResponseShape {

    private final ReplyTo to;
    private final @Nullable String tool;

    ResponseShape(ReplyTo to) {
        this.to = to;
        this.tool = to.request().tool();
    }

    String id() {
        return "resp_" + to.id();
    }

    /** The response before its first token. */
    ObjectNode begun() {
        ObjectNode response = head("in_progress");
        response.putArray("output");
        return response.putNull("usage");
    }

    ObjectNode whole(Choice choice, Tally tally, @Nullable JsonNode transfer) {
        boolean cut = "length".equals(choice.finishReason());
        ObjectNode response = head(cut ? "incomplete" : "completed");
        if (cut) {
            response.putObject("incomplete_details").put("reason", "max_output_tokens");
        }
        response.putArray("output").add(item(choice.text(), "completed"));
        response.set("usage", tally.ofResponse(to));
        if (transfer != null) {
            response.set("kv_transfer_params", transfer);
        }
        return response;
    }

    private ObjectNode head(String status) {
        ObjectNode response = to.object()
                .put("id", id())
                .put("created_at", to.created())
                .putNull("incomplete_details")
                .putNull("instructions")
                .putNull("metadata")
                .put("model", to.request().model())
                .put("object", "response")
                .put("parallel_tool_calls", true)
                .put("temperature", 1.0)
                .put("tool_choice", "auto");
        response.putArray("tools");
        return response.put("top_p", 1.0)
                .put("background", false)
                .putNull("previous_response_id")
                .put("service_tier", "auto")
                .put("status", status)
                .put("truncation", "disabled")
                .putNull("error");
    }

    /** The response's one item. */
    ObjectNode item(String text, String status) {
        ObjectNode item = to.object().put("id", itemId());
        if (tool != null) {
            return item.put("type", "function_call")
                    .put("call_id", "call_" + to.id())
                    .put("name", tool)
                    .put("arguments", text)
                    .put("status", status);
        }
        item.put("type", "message").put("role", "assistant").put("status", status);
        ArrayNode content = item.putArray("content");
        if (!status.equals("in_progress")) {
            content.add(part(text));
        }
        return item;
    }

    private String itemId() {
        return (tool == null ? "msg_" : "fc_") + to.id();
    }

    ObjectNode part(String text) {
        ObjectNode part = to.object().put("type", "output_text").put("text", text);
        part.putArray("annotations");
        return part;
    }

    /** An event with a whole response in it. */
    ObjectNode holding(String type, ObjectNode response) {
        ObjectNode event = to.object().put("type", type);
        event.set("response", response);
        return event;
    }

    /** An event about the item's place in the output. */
    ObjectNode named(String type) {
        return to.object().put("type", type).put("output_index", 0);
    }

    /** An event about what is inside the item. */
    ObjectNode inItem(String type) {
        ObjectNode event = named(type).put("item_id", itemId());
        return tool == null ? event.put("content_index", 0) : event;
    }

    /** The item as the message of a chat, which a next response continues. */
    ObjectNode message(Choice choice) {
        ObjectNode message = to.object().put("role", "assistant");
        if (tool == null) {
            return message.put("content", choice.text());
        }
        ObjectNode call = message.putArray("tool_calls")
                .addObject()
                .put("id", "call_" + to.id())
                .put("type", "function");
        call.putObject("function").put("name", tool).put("arguments", choice.text());
        return message;
    }
}

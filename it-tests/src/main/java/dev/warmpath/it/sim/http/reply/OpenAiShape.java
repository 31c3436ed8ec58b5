package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of one answer: a chat completion or a plain one, whole or in chunks. */
final class OpenAiShape {

    private final ObjectMapper json;
    private final boolean chat;
    private final String id;
    private final long created;
    private final String model;
    private final @Nullable String tool;

    /**
     * The shape of one answer.
     *
     * @param created seconds since 1970
     * @param tool function that every choice calls, or null
     */
    OpenAiShape(ObjectMapper json, boolean chat, String id, long created, String model, @Nullable String tool) {
        this.json = json;
        this.chat = chat;
        this.id = id;
        this.created = created;
        this.model = model;
        this.tool = tool;
    }

    /** The whole answer. */
    ObjectNode whole(List<Choice> choices, ObjectNode usage, @Nullable JsonNode transfer) {
        ObjectNode reply = head(chat ? "chat.completion" : "text_completion");
        ArrayNode list = reply.putArray("choices");
        for (Choice choice : choices) {
            ObjectNode node = list.addObject().put("index", choice.index());
            if (chat) {
                ObjectNode message = node.putObject("message").put("role", "assistant");
                if (tool == null) {
                    message.put("content", choice.text());
                } else {
                    message.putNull("content");
                    call(message.putArray("tool_calls").addObject(), choice, tool, choice.text());
                }
            } else {
                node.put("text", choice.text());
            }
            node.putNull("logprobs").put("finish_reason", choice.finishReason());
        }
        reply.set("usage", usage);
        if (transfer != null) {
            reply.set("kv_transfer_params", transfer);
        }
        return reply;
    }

    /** The chunk that opens a chat choice; plain completions have none. */
    @Nullable
    ObjectNode opening(Choice choice) {
        if (!chat) {
            return null;
        }
        ObjectNode chunk = head("chat.completion.chunk");
        ObjectNode node = chunk.putArray("choices").addObject().put("index", choice.index());
        ObjectNode delta = node.putObject("delta").put("role", "assistant");
        if (tool == null) {
            delta.put("content", "");
        } else {
            call(delta.putArray("tool_calls").addObject().put("index", 0), choice, tool, "");
        }
        node.putNull("logprobs").putNull("finish_reason");
        return chunk;
    }

    /** A piece of text, and how the choice ends if it is the last chunk of it. */
    ObjectNode piece(Choice choice, String text, @Nullable String finishReason) {
        ObjectNode chunk = head(chat ? "chat.completion.chunk" : "text_completion");
        ObjectNode node = chunk.putArray("choices").addObject().put("index", choice.index());
        if (!chat) {
            node.put("text", text);
        } else if (text.isEmpty()) {
            node.putObject("delta");
        } else if (tool != null) {
            ObjectNode call = node.putObject("delta").putArray("tool_calls").addObject();
            call.put("index", 0).putObject("function").put("arguments", text);
        } else {
            node.putObject("delta").put("content", text);
        }
        node.putNull("logprobs").put("finish_reason", finishReason);
        return chunk;
    }

    /** The last chunk, for clients that asked for it. */
    ObjectNode usage(ObjectNode usage) {
        ObjectNode chunk = head(chat ? "chat.completion.chunk" : "text_completion");
        chunk.putArray("choices");
        chunk.set("usage", usage);
        return chunk;
    }

    private void call(ObjectNode node, Choice choice, String name, String arguments) {
        node.put("id", "call-" + id + "-" + choice.index()).put("type", "function");
        node.putObject("function").put("name", name).put("arguments", arguments);
    }

    private ObjectNode head(String object) {
        return json.createObjectNode()
                .put("id", id)
                .put("object", object)
                .put("created", created)
                .put("model", model);
    }
}

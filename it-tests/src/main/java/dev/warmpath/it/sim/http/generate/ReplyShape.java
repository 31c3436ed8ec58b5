package dev.warmpath.it.sim.http.generate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of one answer: a chat completion or a plain one, whole or in chunks. */
final class ReplyShape {

    private final ObjectMapper json;
    private final boolean chat;
    private final String id;
    private final long created;
    private final String model;

    /**
     * The shape of one answer.
     *
     * @param created seconds since 1970
     */
    ReplyShape(ObjectMapper json, boolean chat, String id, long created, String model) {
        this.json = json;
        this.chat = chat;
        this.id = id;
        this.created = created;
        this.model = model;
    }

    /** The whole answer. */
    ObjectNode whole(List<Choice> choices, ObjectNode usage, @Nullable JsonNode transfer) {
        ObjectNode reply = head(chat ? "chat.completion" : "text_completion");
        ArrayNode list = reply.putArray("choices");
        for (Choice choice : choices) {
            ObjectNode node = list.addObject().put("index", choice.index());
            if (chat) {
                node.putObject("message").put("role", "assistant").put("content", choice.text());
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
        node.putObject("delta").put("role", "assistant").put("content", "");
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

    private ObjectNode head(String object) {
        return json.createObjectNode()
                .put("id", id)
                .put("object", object)
                .put("created", created)
                .put("model", model);
    }
}

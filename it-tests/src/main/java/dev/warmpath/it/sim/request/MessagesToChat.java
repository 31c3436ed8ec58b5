package dev.warmpath.it.sim.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites a request of Anthropic's into the chat that the engine would make of it. Written from the engines' sources and
 * not from the router's own rewriting, which is held against it.
 */
final class MessagesToChat {

    private final ObjectMapper json;
    private final boolean vllm;

    MessagesToChat(ObjectMapper json, Engine engine) {
        this.json = json;
        this.vllm = engine == Engine.VLLM;
    }

    /** The chat, with all members of the request that it has no place for left as they are. */
    ObjectNode rewrite(JsonNode request) throws EngineError {
        ObjectNode chat = json.createObjectNode();
        chat.setAll((ObjectNode) request);
        chat.remove("system");
        ArrayNode messages = json.createArrayNode();
        String system = system(request.path("system"));
        if (system != null) {
            messages.addObject().put("role", "system").put("content", system);
        }
        for (JsonNode message : request.path("messages")) {
            message(message, messages);
        }
        chat.set("messages", messages);
        tools(request, chat);
        return chat;
    }

    private @Nullable String system(JsonNode system) {
        if (system.isTextual()) {
            return system.textValue().isEmpty() ? null : system.textValue();
        }
        String joined = null;
        for (JsonNode block : system) {
            String text = block.path("text").asText("");
            if (text.isEmpty() || (vllm && text.startsWith("x-anthropic-billing-header"))) {
                continue;
            }
            joined = joined == null ? text : joined + (vllm ? "" : "\n") + text;
        }
        return joined == null && !vllm && !system.isEmpty() ? "" : joined;
    }

    private void message(JsonNode message, ArrayNode messages) throws EngineError {
        String role = message.path("role").asText();
        JsonNode content = message.path("content");
        if (!role.equals("user") && !role.equals("assistant")) {
            throw EngineError.badRequest("messages have the roles user and assistant, got " + role + ".");
        }
        if (content.isTextual()) {
            messages.addObject().put("role", role).set("content", content);
            return;
        }
        ObjectNode rewritten = json.createObjectNode().put("role", role);
        ArrayNode parts = json.createArrayNode();
        ArrayNode calls = json.createArrayNode();
        for (JsonNode block : content) {
            switch (block.path("type").asText()) {
                case "text" -> {
                    if (!block.path("text").asText().isEmpty()) {
                        parts.addObject().put("type", "text").set("text", block.path("text"));
                    }
                }
                case "image" ->
                    parts.addObject()
                            .put("type", "image_url")
                            .putObject("image_url")
                            .put("url", url(block.path("source")));
                case "tool_use" -> call(block, calls);
                case "tool_result" -> result(block, messages);
                case "thinking", "redacted_thinking" -> {
                    // A model that does not think has no place for it in its template.
                }
                default ->
                    throw EngineError.badRequest(
                            "unknown content block " + block.path("type").asText() + ".");
            }
        }
        if (!calls.isEmpty()) {
            rewritten.set("tool_calls", calls);
        }
        if (parts.size() == 1 && parts.get(0).has("text")) {
            rewritten.set("content", parts.get(0).get("text"));
        } else if (!parts.isEmpty()) {
            rewritten.set("content", parts);
        }
        if (rewritten.size() > 1 || (vllm && role.equals("assistant"))) {
            messages.add(rewritten);
        }
    }

    private static String url(JsonNode source) {
        return source.path("type").asText().equals("url")
                ? source.path("url").asText()
                : "data:" + source.path("media_type").asText("image/jpeg") + ";base64,"
                        + source.path("data").asText();
    }

    private static void call(JsonNode block, ArrayNode calls) {
        ObjectNode call = calls.addObject().put("type", "function");
        call.set("id", block.path("id"));
        call.putObject("function")
                .put("name", block.path("name").asText())
                .put("arguments", block.path("input").toString());
    }

    private static void result(JsonNode block, ArrayNode messages) {
        JsonNode content = block.path("content");
        StringBuilder text = new StringBuilder(content.isTextual() ? content.textValue() : "");
        int count = 0;
        for (JsonNode item : content) {
            text.append(count++ == 0 ? "" : "\n").append(item.path("text").asText(""));
        }
        messages.addObject()
                .put("role", "tool")
                .put("tool_call_id", block.path("tool_use_id").asText())
                .put("content", text.toString());
    }

    private void tools(JsonNode request, ObjectNode chat) throws EngineError {
        if (request.path("tools").isEmpty()) {
            chat.remove("tools");
            chat.remove("tool_choice");
            return;
        }
        ArrayNode tools = json.createArrayNode();
        for (JsonNode tool : request.path("tools")) {
            ObjectNode function = tools.addObject().put("type", "function").putObject("function");
            function.put("name", tool.path("name").asText());
            if (tool.hasNonNull("description") || !vllm) {
                function.put("description", tool.path("description").asText(""));
            }
            if (!(tool.path("input_schema") instanceof ObjectNode schema)) {
                throw EngineError.badRequest("input_schema of each tool must be an object.");
            }
            ObjectNode parameters = schema.deepCopy();
            if (!parameters.has("type")) {
                parameters.put("type", "object");
            }
            function.set("parameters", parameters);
        }
        chat.set("tools", tools);
        JsonNode choice = request.path("tool_choice");
        switch (choice.path("type").asText("auto")) {
            case "any" -> chat.put("tool_choice", "required");
            case "tool" -> {
                ObjectNode named = json.createObjectNode().put("type", "function");
                named.putObject("function").set("name", choice.path("name"));
                chat.set("tool_choice", named);
            }
            case "none" -> chat.put("tool_choice", "none");
            default -> chat.put("tool_choice", "auto");
        }
    }
}

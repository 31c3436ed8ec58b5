package dev.warmpath.it.sim.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites a request for a response into the chat that the engine would make of it: what came before, instructions, and the
 * items of {@code input}. Like {@link MessagesToChat} it shares nothing with the router's own rewriting.
 */
final class ResponseToChat {

    private final ObjectMapper json;

    ResponseToChat(ObjectMapper json) {
        this.json = json;
    }

    /**
     * The chat.
     *
     * @param earlier the conversation that ended with a response of this id, or null
     */
    ObjectNode rewrite(JsonNode request, Function<String, @Nullable ArrayNode> earlier) throws EngineError {
        ObjectNode chat = json.createObjectNode();
        chat.setAll((ObjectNode) request);
        ArrayNode messages = json.createArrayNode();
        String instructions = request.path("instructions").asText("");
        if (request.hasNonNull("instructions") && !instructions.isEmpty()) {
            messages.addObject().put("role", "system").put("content", instructions);
        }
        if (request.hasNonNull("previous_response_id")) {
            String id = request.path("previous_response_id").asText();
            ArrayNode before = earlier.apply(id);
            if (before == null) {
                throw EngineError.notFound("Response with id '" + id + "' not found.");
            }
            // Instructions are not carried over.
            before.forEach(message -> {
                if (!message.path("role").asText().equals("system")) {
                    messages.add(message);
                }
            });
        }
        input(request.path("input"), messages);
        chat.set("messages", messages);
        tools(request, chat);
        for (String name : new String[] {"input", "instructions", "previous_response_id"}) {
            chat.remove(name);
        }
        if (request.hasNonNull("max_output_tokens")) {
            chat.set("max_tokens", request.get("max_output_tokens"));
        }
        return chat;
    }

    private static void input(JsonNode input, ArrayNode messages) throws EngineError {
        if (input.isTextual()) {
            messages.addObject().put("role", "user").set("content", input);
            return;
        }
        if (!input.isArray() || input.isEmpty()) {
            throw EngineError.badRequest("input must be a text or a list of items");
        }
        for (JsonNode item : input) {
            switch (item.path("type").asText("message")) {
                case "message" -> message(item, messages);
                case "function_call" -> {
                    ObjectNode call = assistant(messages)
                            .withArray("tool_calls")
                            .addObject()
                            .put("id", item.path("call_id").asText())
                            .put("type", "function");
                    ObjectNode function = call.putObject("function");
                    function.set("name", item.path("name"));
                    function.set("arguments", item.path("arguments"));
                }
                case "function_call_output" ->
                    messages.addObject()
                            .put("role", "tool")
                            .put("tool_call_id", item.path("call_id").asText())
                            .set("content", item.path("output"));
                default ->
                    throw EngineError.badRequest(
                            "unknown item " + item.path("type").asText() + ".");
            }
        }
    }

    private static void message(JsonNode item, ArrayNode messages) {
        String role = item.path("role").asText();
        JsonNode content = item.path("content");
        if (role.equals("assistant") && content.isArray()) {
            assistant(messages).put("content", content.path(0).path("text").asText(""));
        } else {
            messages.addObject().put("role", role).set("content", content);
        }
    }

    /** An assistant's turn may be spread over items: the one that is open, or a new one. */
    private static ObjectNode assistant(ArrayNode messages) {
        JsonNode last = messages.path(messages.size() - 1);
        return last instanceof ObjectNode open && open.path("role").asText().equals("assistant")
                ? open
                : messages.addObject().put("role", "assistant");
    }

    /** A function is described at the top of its tool here, and one level deeper in a chat. */
    private void tools(JsonNode request, ObjectNode chat) throws EngineError {
        if (request.path("tools").isEmpty()) {
            chat.remove("tools");
            chat.remove("tool_choice");
            return;
        }
        ArrayNode tools = json.createArrayNode();
        for (JsonNode tool : request.path("tools")) {
            if (!(tool instanceof ObjectNode described)) {
                throw EngineError.badRequest("tools must be a list of objects.");
            }
            ObjectNode function = described.deepCopy().without("type");
            tools.addObject().put("type", "function").set("function", function);
        }
        chat.set("tools", tools);
        JsonNode choice = request.path("tool_choice");
        if (choice.isObject()) {
            ObjectNode named = json.createObjectNode().put("type", "function");
            named.putObject("function").set("name", choice.path("name"));
            chat.set("tool_choice", named);
        }
    }
}

package dev.warmpath.it.sim.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Arguments of calls that a conversation holds: clients send them as text, templates are given what the text says. */
final class CallArguments {

    private CallArguments() {}

    /** The chat as a template gets it; the same where nothing has been called. */
    static JsonNode parsed(ObjectMapper json, JsonNode chat) throws EngineError {
        if (chat.path("messages").findValue("tool_calls") == null) {
            return chat;
        }
        ObjectNode copy = chat.deepCopy();
        for (JsonNode message : copy.path("messages")) {
            for (JsonNode call : message.path("tool_calls")) {
                if (call.path("function") instanceof ObjectNode function
                        && function.path("arguments").isTextual()) {
                    function.set(
                            "arguments", read(json, function.path("arguments").textValue()));
                }
            }
        }
        return copy;
    }

    private static JsonNode read(ObjectMapper json, String text) throws EngineError {
        try {
            return text.isEmpty() ? json.createObjectNode() : json.readTree(text);
        } catch (JsonProcessingException e) {
            throw EngineError.badRequest("arguments of a call are not JSON: " + e.getOriginalMessage());
        }
    }
}

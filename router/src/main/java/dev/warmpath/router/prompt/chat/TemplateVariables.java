package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.template.TemplateValues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Reads the members of a chat request that become template variables. */
final class TemplateVariables {

    /** Parameters of the engines' own call: a client that sets one of them gets an error from the engine. */
    private static final Set<String> RESERVED = Set.of(
            "messages",
            "conversation",
            "tools",
            "chat_template",
            "tokenize",
            "padding",
            "truncation",
            "max_length",
            "return_tensors",
            "return_dict",
            "return_assistant_tokens_mask",
            "tokenizer_kwargs");

    private TemplateVariables() {}

    /** The request's {@code chat_template_kwargs}. */
    static Map<String, Object> ofClient(JsonBody body) throws UnsupportedChat {
        Map<String, Object> variables = new LinkedHashMap<>();
        JsonNode given = value(body, "chat_template_kwargs");
        if (given.isMissingNode()) {
            return variables;
        }
        if (!given.isObject()) {
            throw new UnsupportedChat("chat_template_kwargs is not an object");
        }
        for (Map.Entry<String, JsonNode> variable : given.properties()) {
            if (RESERVED.contains(variable.getKey())) {
                throw new UnsupportedChat("chat_template_kwargs sets a parameter of the engine's own");
            }
            variables.put(variable.getKey(), TemplateValues.of(variable.getValue()));
        }
        return variables;
    }

    /** A member's value; null counts as absent. */
    static JsonNode value(JsonBody body, String key) {
        JsonNode node = body.hasValue(key) ? body.get(key) : null;
        return node == null ? MissingNode.getInstance() : node;
    }

    static boolean flag(JsonBody body, String key, boolean absent) throws UnsupportedChat {
        JsonNode node = value(body, key);
        if (!node.isMissingNode() && !node.isBoolean()) {
            throw new UnsupportedChat(key + " is not a boolean");
        }
        return node.asBoolean(absent);
    }
}

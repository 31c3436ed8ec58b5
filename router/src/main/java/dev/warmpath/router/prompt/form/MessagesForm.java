package dev.warmpath.router.prompt.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.prompt.chat.UnsupportedChat;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's conversations as OpenAI's chats. vLLM and SGLang both rewrite them before anything else, each in its own way
 * (vllm/entrypoints/anthropic/serving.py, sglang/srt/entrypoints/anthropic/serving.py): they differ in how system texts are
 * joined, in what becomes of thoughts, of tool results of several texts, and of messages that nothing is left of. What either
 * does in another way from release to release is refused here.
 */
final class MessagesForm {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** One text that a coding client sends first, other in every request; vLLM leaves it out. */
    private static final String BILLING_HEADER = "x-anthropic-billing-header";

    private static final Map<String, String> TOOL_CHOICES = Map.of("auto", "auto", "any", "required", "none", "none");

    private static final Set<String> ROLES = Set.of("user", "assistant");

    private final Engine engine;
    private final ArrayNode messages = JSON.arrayNode();

    private MessagesForm(Engine engine) {
        this.engine = engine;
    }

    static ObjectNode chat(JsonBody body, Engine engine) throws UnsupportedChat {
        MessagesForm form = new MessagesForm(engine);
        form.system(value(body, "system"));
        for (JsonNode message : value(body, "messages")) {
            form.message(message);
        }
        ObjectNode chat = JSON.objectNode();
        chat.set("messages", form.messages);
        form.tools(body, chat);
        form.thinking(body, chat);
        return chat;
    }

    static JsonNode value(JsonBody body, String name) {
        JsonNode value = body.hasValue(name) ? body.get(name) : null;
        return value == null ? MissingNode.getInstance() : value;
    }

    private boolean vllm() {
        return engine == Engine.VLLM;
    }

    private void system(JsonNode system) throws UnsupportedChat {
        if (system.isTextual()) {
            if (!system.textValue().isEmpty()) {
                add("system").put("content", system.textValue());
            }
            return;
        }
        StringBuilder joined = new StringBuilder();
        boolean any = false;
        for (JsonNode block : system) {
            String text = block.path("text").asText();
            boolean left = text.isEmpty() || (vllm() && text.startsWith(BILLING_HEADER));
            if (!block.path("type").asText().equals("text")) {
                throw new UnsupportedChat("system has a block that is not text");
            }
            if (!left) {
                joined.append(any && !vllm() ? "\n" : "").append(text);
                any = true;
            }
        }
        // SGLang writes a system message of nothing where blocks hold none.
        if (any || (!vllm() && !system.isEmpty())) {
            add("system").put("content", joined.toString());
        }
    }

    private ObjectNode add(String role) {
        return messages.addObject().put("role", role);
    }

    private void message(JsonNode message) throws UnsupportedChat {
        String role = message.path("role").asText();
        JsonNode content = message.path("content");
        if (!ROLES.contains(role)) {
            throw new UnsupportedChat("a message of a role that releases treat differently");
        }
        if (content.isTextual()) {
            add(role).put("content", content.textValue());
            return;
        }
        ArrayNode parts = JSON.arrayNode();
        ArrayNode calls = JSON.arrayNode();
        StringBuilder thoughts = new StringBuilder();
        boolean thought = false;
        for (JsonNode block : content) {
            switch (block.path("type").asText()) {
                case "text" -> text(block, parts);
                case "image" -> parts.add(image(block.path("source")));
                case "thinking" -> {
                    thoughts.append(block.path("thinking").asText());
                    thought = true;
                }
                case "redacted_thinking" -> {
                    // Neither engine can read it.
                }
                case "tool_use" -> calls.add(call(block));
                case "tool_result" -> result(role, block);
                default -> throw new UnsupportedChat("content has a block of a type that engines refuse");
            }
        }
        add(role, parts, calls, thought && vllm() ? thoughts.toString() : null);
    }

    private static void text(JsonNode block, ArrayNode parts) {
        String text = block.path("text").asText();
        if (!text.isEmpty()) {
            parts.addObject().put("type", "text").put("text", text);
        }
    }

    /** As a part of a chat: where text ends, whatever the engines make of its source. */
    private static ObjectNode image(JsonNode source) {
        ObjectNode part = JSON.objectNode().put("type", "image_url");
        part.putObject("image_url")
                .put("url", source.path("url").asText(source.path("data").asText()));
        return part;
    }

    private static ObjectNode call(JsonNode block) throws UnsupportedChat {
        if (!block.path("id").isTextual() || !block.path("input").isObject()) {
            throw new UnsupportedChat("a tool_use without an id or an input");
        }
        ObjectNode call =
                JSON.objectNode().put("id", block.path("id").textValue()).put("type", "function");
        call.putObject("function")
                .put("name", block.path("name").asText())
                .put("arguments", block.path("input").toString());
        return call;
    }

    /** A message of its own, before the one that holds it. */
    private void result(String role, JsonNode block) throws UnsupportedChat {
        if (!role.equals("user") || !block.path("tool_use_id").isTextual()) {
            throw new UnsupportedChat("a tool_result of no user, or without a tool_use_id");
        }
        JsonNode content = block.path("content");
        ArrayNode texts = JSON.arrayNode();
        StringBuilder joined = new StringBuilder(content.isTextual() ? content.textValue() : "");
        int count = 0;
        for (JsonNode item : content) {
            if (!item.path("type").asText().equals("text")) {
                throw new UnsupportedChat("a tool_result with something else than text");
            }
            joined.append(count++ == 0 ? "" : "\n").append(item.path("text").asText());
            text(item, texts);
        }
        ObjectNode message =
                add("tool").put("tool_call_id", block.path("tool_use_id").textValue());
        if (vllm() || texts.size() == 0) {
            message.put("content", content.isTextual() || vllm() ? joined.toString() : "");
        } else if (texts.size() == 1) {
            message.set("content", texts.path(0).path("text"));
        } else {
            message.set("content", texts);
        }
    }

    private void add(String role, ArrayNode parts, ArrayNode calls, @Nullable String thoughts) {
        boolean nothing = parts.isEmpty() && calls.isEmpty();
        // vLLM keeps an assistant's message of nothing.
        if (nothing && (role.equals("user") || !vllm())) {
            return;
        }
        ObjectNode message = add(role);
        if (thoughts != null) {
            message.put("reasoning", thoughts);
        }
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
        if (parts.size() == 1 && parts.path(0).path("type").asText().equals("text")) {
            message.set("content", parts.path(0).path("text"));
        } else if (!parts.isEmpty()) {
            message.set("content", parts);
        }
    }

    private void tools(JsonBody body, ObjectNode chat) throws UnsupportedChat {
        JsonNode given = value(body, "tools");
        if (given.isMissingNode() || (given.isEmpty() && !vllm())) {
            return;
        }
        ArrayNode tools = chat.putArray("tools");
        for (JsonNode tool : given) {
            if (!tool.path("input_schema").isObject()
                    || tool.hasNonNull("strict")
                    || tool.hasNonNull("defer_loading")) {
                throw new UnsupportedChat("tools holds what releases treat differently");
            }
            ObjectNode schema = tool.path("input_schema").deepCopy();
            if (!schema.has("type")) {
                schema.put("type", "object");
            }
            ObjectNode function = tools.addObject().put("type", "function").putObject("function");
            function.put("name", tool.path("name").asText());
            if (tool.hasNonNull("description") || !vllm()) {
                function.put("description", tool.path("description").asText(""));
            }
            function.set("parameters", schema);
        }
        choice(value(body, "tool_choice"), chat);
    }

    private static void choice(JsonNode choice, ObjectNode chat) {
        String type = choice.path("type").asText("auto");
        if (type.equals("tool")) {
            chat.putObject("tool_choice")
                    .put("type", "function")
                    .putObject("function")
                    .put("name", choice.path("name").asText());
        } else {
            chat.put("tool_choice", TOOL_CHOICES.getOrDefault(type, "auto"));
        }
    }

    /** vLLM takes a template's arguments and an effort; what SGLang makes of either differs from release to release. */
    private void thinking(JsonBody body, ObjectNode chat) throws UnsupportedChat {
        JsonNode arguments = value(body, "chat_template_kwargs");
        JsonNode effort = value(body, "output_config").path("effort");
        if (!vllm() && (body.hasValue("thinking") || body.hasValue("output_config") || !arguments.isMissingNode())) {
            throw new UnsupportedChat("thinking, or a template's arguments, in a message for SGLang");
        }
        if (!arguments.isMissingNode()) {
            chat.set("chat_template_kwargs", arguments);
        }
        if (effort.isTextual()) {
            chat.set("reasoning_effort", effort);
        }
    }
}

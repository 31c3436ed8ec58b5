package dev.warmpath.router.prompt.form;

import static dev.warmpath.router.prompt.form.MessagesForm.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.prompt.chat.UnsupportedChat;
import java.util.Set;

/**
 * {@code input} and {@code instructions} of OpenAI's responses as a chat (vllm/entrypoints/openai/responses/utils.py; of
 * SGLang only what all its releases do alike). An assistant's message may be spread over several items: thoughts, text
 * and calls that follow each other are one. Tools are written out differently from release to release, and an earlier
 * response is known to its worker alone: such requests are refused here.
 */
final class ResponseForm {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String ASSISTANT = "assistant";

    /** What a prompt depends on that is not in the request, or is rewritten in ways that differ. */
    private static final String[] UNKNOWN = {
        "previous_response_id", "previous_response", "previous_input_messages", "prompt", "conversation"
    };

    private static final Set<String> UNFINISHED = Set.of("in_progress", "incomplete");
    private static final Set<String> ROLES = Set.of("user", "system", "developer");

    private final ArrayNode messages = JSON.arrayNode();

    private ResponseForm() {}

    static ObjectNode chat(JsonBody body, Engine engine) throws UnsupportedChat {
        for (String name : UNKNOWN) {
            if (body.hasValue(name)) {
                throw new UnsupportedChat(name + " stands for a conversation that only a worker has");
            }
        }
        if (!value(body, "tools").isEmpty()) {
            throw new UnsupportedChat("tools of a response are written out differently by each release");
        }
        if (!value(body, "truncation").asText("disabled").equals("disabled")) {
            throw new UnsupportedChat("truncation may cut the prompt");
        }
        ResponseForm form = new ResponseForm();
        String instructions = value(body, "instructions").asText("");
        if (!instructions.isEmpty()) {
            form.add("system").put("content", instructions);
        }
        JsonNode input = value(body, "input");
        if (input.isTextual()) {
            form.add("user").put("content", input.textValue());
        } else if (engine == Engine.VLLM) {
            form.items(input);
        } else {
            form.plainItems(input);
        }
        if (UNFINISHED.contains(input.path(input.size() - 1).path("status").asText())) {
            throw new UnsupportedChat("the last item of input is to be continued");
        }
        ObjectNode chat = JSON.objectNode();
        chat.set("messages", form.messages);
        form.effort(value(body, "reasoning").path("effort"), engine, chat);
        return chat;
    }

    private ObjectNode add(String role) {
        return messages.addObject().put("role", role);
    }

    private void items(JsonNode input) throws UnsupportedChat {
        for (JsonNode item : input) {
            switch (item.path("type").asText("message")) {
                case "message" -> message(item);
                case "function_call" -> call(item);
                case "function_call_output" -> output(item);
                case "reasoning" -> reasoning(item);
                default -> throw new UnsupportedChat("input has an item that is no message, call, output or reasoning");
            }
        }
    }

    private void message(JsonNode item) throws UnsupportedChat {
        String role = item.path("role").asText();
        JsonNode content = item.path("content");
        if (role.equals(ASSISTANT)) {
            // Of several parts the engine reads the first.
            String text = content.isTextual()
                    ? content.textValue()
                    : content.path(0).path("text").asText("");
            open("content").put("content", text);
        } else if (ROLES.contains(role)) {
            add(role).set("content", content);
        } else {
            throw new UnsupportedChat("input has a message of no known role");
        }
    }

    /** The assistant's message that is being told, if it lacks this member yet, or a new one. */
    private ObjectNode open(String member) {
        JsonNode last = messages.path(messages.size() - 1);
        return last instanceof ObjectNode open && open.path("role").asText().equals(ASSISTANT) && !open.has(member)
                ? open
                : add(ASSISTANT);
    }

    private void call(JsonNode item) throws UnsupportedChat {
        if (item.hasNonNull("namespace") || !item.path("arguments").isTextual()) {
            throw new UnsupportedChat("a function_call of a namespace, or without arguments");
        }
        JsonNode last = messages.path(messages.size() - 1);
        ObjectNode message =
                last instanceof ObjectNode open && open.path("role").asText().equals(ASSISTANT) ? open : add(ASSISTANT);
        ArrayNode calls =
                message.has("tool_calls") ? (ArrayNode) message.path("tool_calls") : message.putArray("tool_calls");
        ObjectNode call = calls.addObject().put("id", item.path("call_id").asText());
        call.putObject("function")
                .put("name", item.path("name").asText())
                .put("arguments", item.path("arguments").textValue());
        call.put("type", "function");
    }

    private void output(JsonNode item) throws UnsupportedChat {
        if (!item.path("output").isTextual()) {
            throw new UnsupportedChat("a function_call_output that is no text");
        }
        add("tool")
                .put("content", item.path("output").textValue())
                .put("tool_call_id", item.path("call_id").asText());
    }

    private void reasoning(JsonNode item) throws UnsupportedChat {
        if (item.hasNonNull("encrypted_content")) {
            throw new UnsupportedChat("encrypted reasoning");
        }
        JsonNode parts = item.path("content").isEmpty() ? item.path("summary") : item.path("content");
        open("reasoning").put("reasoning", parts.path(0).path("text").asText(""));
    }

    /** What SGLang has passed on unchanged from its first release with responses on. */
    private void plainItems(JsonNode input) throws UnsupportedChat {
        String before = "";
        for (JsonNode item : input) {
            String role = item.path("role").asText();
            boolean plain = item.path("content").isTextual() && (role.equals("user") || role.equals(ASSISTANT));
            if (!plain || role.equals(before)) {
                throw new UnsupportedChat("input of SGLang that is not a plain talk in turns");
            }
            add(role).set("content", item.path("content"));
            before = role;
        }
    }

    /** A variable of the template and, unlike with a chat, nothing else. */
    private void effort(JsonNode effort, Engine engine, ObjectNode chat) throws UnsupportedChat {
        if (!effort.isTextual()) {
            return;
        }
        if (engine == Engine.SGLANG) {
            throw new UnsupportedChat("reasoning of a response for SGLang");
        }
        chat.putObject("chat_template_kwargs").set("reasoning_effort", effort);
    }
}

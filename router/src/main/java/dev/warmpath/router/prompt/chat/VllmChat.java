package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.template.TemplateValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * vLLM's way from request to template, as release 0.32 has it (vllm/renderers/chat_utils.py and hf.py,
 * vllm/entrypoints/openai/chat_completion/protocol.py): messages are rebuilt from the members that it knows, several
 * text parts are joined by a line feed, and tools are written out with the members that a client left unset.
 */
final class VllmChat implements ChatDialect {

    /** One line that a coding client writes into system prompts, other in every request. */
    private static final String BILLING_HEADER = "x-anthropic-billing-header";

    @Override
    public ContentFormat contentFormat(String template) {
        return ContentFormat.ofVllm(template);
    }

    @Override
    public @Nullable List<Object> tools(JsonBody body) throws UnsupportedChat {
        JsonNode given = TemplateVariables.value(body, "tools");
        if (given.isMissingNode()) {
            return null;
        }
        List<Object> tools = new ArrayList<>(given.size());
        for (JsonNode tool : given) {
            JsonNode function = tool.path("function");
            if (!tool.path("type").asText("function").equals("function") || !function.isObject()) {
                throw new UnsupportedChat("tools holds something else than functions");
            }
            if (tool.hasNonNull("defer_loading") || function.hasNonNull("defer_loading")) {
                throw new UnsupportedChat("tools holds defer_loading, which only some templates know");
            }
            Map<String, Object> description = ToolCalls.copyAll(function, "name", "description", "parameters");
            if (function.hasNonNull("strict")) {
                description.putAll(ToolCalls.copy(function, "strict"));
            }
            Map<String, Object> written = new LinkedHashMap<>();
            written.put("type", "function");
            written.put("function", description);
            tools.add(written);
        }
        return tools;
    }

    @Override
    public Map<String, Object> message(JsonNode message, ContentFormat format) throws UnsupportedChat {
        String role = message.path("role").asText();
        List<String> texts = ContentParts.texts(message.path("content"));
        if (role.equals("system")) {
            texts = withoutBillingHeader(texts);
        }
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("role", role);
        seen.put("content", content(role, texts, format));
        switch (role) {
            case "assistant" -> addAssistant(message, seen);
            case "tool" -> seen.putAll(ToolCalls.copy(message, "tool_call_id"));
            case "developer" -> seen.putAll(ToolCalls.copyAll(message, "tools"));
            default -> {
                // The other roles have nothing of their own.
            }
        }
        if (message.path("name").isTextual()) {
            seen.put("name", message.path("name").textValue());
        }
        return seen;
    }

    private static Object content(String role, List<String> texts, ContentFormat format) {
        if (format == ContentFormat.STRING) {
            return ContentParts.joined(withoutEmpty(texts), "\n");
        }
        // A tool's parts are joined later in the engine, when the empty ones are wrapped and count.
        return role.equals("tool") ? ContentParts.joined(texts, "\n") : ContentParts.toParts(texts);
    }

    private static List<String> withoutEmpty(List<String> texts) {
        if (texts.size() < 2) {
            return texts;
        }
        List<String> kept = new ArrayList<>(texts.size());
        for (String text : texts) {
            if (!text.isEmpty()) {
                kept.add(text);
            }
        }
        return kept;
    }

    private static List<String> withoutBillingHeader(List<String> texts) {
        List<String> kept = new ArrayList<>(texts.size());
        for (String text : texts) {
            if (!text.startsWith(BILLING_HEADER)) {
                kept.add(text);
            } else if (text.indexOf('\n') >= 0 && text.indexOf('\n') < text.length() - 1) {
                kept.add(text.substring(text.indexOf('\n') + 1));
            }
        }
        return kept;
    }

    @Override
    public List<Map<String, Object>> conversation(List<Map<String, Object>> messages, boolean knowsDeveloper) {
        return knowsDeveloper ? messages : DeveloperRole.asSystem(messages);
    }

    private static void addAssistant(JsonNode message, Map<String, Object> seen) throws UnsupportedChat {
        JsonNode calls = message.path("tool_calls");
        if (!calls.isEmpty()) {
            List<Object> written = new ArrayList<>(calls.size());
            for (JsonNode call : calls) {
                written.add(call(call));
            }
            seen.put("tool_calls", written);
        }
        JsonNode reasoning =
                message.hasNonNull("reasoning") ? message.path("reasoning") : message.path("reasoning_content");
        if (reasoning.isTextual()) {
            seen.put("reasoning", reasoning.textValue());
            seen.put("reasoning_content", reasoning.textValue());
        }
    }

    /** Members in the order of the model's fields, then what the client added. */
    private static Map<String, Object> call(JsonNode call) throws UnsupportedChat {
        JsonNode function = call.path("function");
        if (!function.isObject()) {
            throw new UnsupportedChat("a tool call without a function");
        }
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("arguments", arguments(function.path("arguments")));
        described.putAll(ToolCalls.copy(function, "name"));
        ToolCalls.copyRest(function, described, Set.of("arguments", "name"));
        Map<String, Object> written = ToolCalls.copy(call, "id");
        written.put("function", described);
        written.putAll(ToolCalls.copy(call, "type"));
        ToolCalls.copyRest(call, written, Set.of("id", "function", "type"));
        return written;
    }

    /** JSON text is read, and whatever is no JSON object becomes an empty one. */
    private static Object arguments(JsonNode arguments) throws UnsupportedChat {
        JsonNode value = arguments.isTextual() ? ToolCalls.parseArguments(arguments.textValue()) : arguments;
        return value.isObject() ? TemplateValues.of(value) : new LinkedHashMap<String, Object>();
    }

    @Override
    public Map<String, Object> variables(JsonBody body) throws UnsupportedChat {
        Map<String, Object> variables = TemplateVariables.ofClient(body);
        JsonNode documents = TemplateVariables.value(body, "documents");
        if (!documents.isMissingNode()) {
            variables.put("documents", TemplateValues.of(documents));
        }
        JsonNode effort = TemplateVariables.value(body, "reasoning_effort");
        if (!effort.isMissingNode()) {
            variables.put("reasoning_effort", TemplateValues.of(effort));
            variables.putIfAbsent("enable_thinking", !effort.asText().equals("none"));
        }
        variables.remove("continue_final_message");
        variables.put("add_generation_prompt", TemplateVariables.flag(body, "add_generation_prompt", true));
        return variables;
    }

    @Override
    public FinalMessage finalMessage(JsonBody body, List<Map<String, Object>> messages) throws UnsupportedChat {
        if (!TemplateVariables.flag(body, "continue_final_message", false)) {
            return FinalMessage.CLOSED;
        }
        if (TemplateVariables.flag(body, "add_generation_prompt", true)) {
            throw new UnsupportedChat("add_generation_prompt and continue_final_message at the same time");
        }
        return OpenFinalMessage.tag(messages);
    }

    @Override
    public boolean retriesWithBareFunctions() {
        return false;
    }
}

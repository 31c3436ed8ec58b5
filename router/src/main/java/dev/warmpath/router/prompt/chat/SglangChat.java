package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.template.TemplateValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * SGLang's way from request to template, as release 0.5.23 has it
 * (sglang/srt/entrypoints/openai/serving_chat.py, protocol.py): a user's message keeps its role and content only, text
 * parts are joined by a space, tools keep the client's order of members and do not come at all with {@code tool_choice: none},
 * and an assistant's message at the end is either continued or turned into a user's.
 */
final class SglangChat implements ChatDialect {

    /** Members of a function that are written out as none where a client left them out, at the end in this order. */
    private static final List<String> FUNCTION = List.of("description", "name", "parameters");

    private static final Set<String> FUNCTION_IF_SET = Set.of("strict", "defer_loading");

    private static final Set<String> EFFORTS =
            Set.of("none", "minimal", "low", "medium", "high", "xhigh", "ultra", "max");

    /** The template's own parameters of the engine's call, which chat_template_kwargs cannot set. */
    private static final String[] OWN = {"add_generation_prompt", "continue_final_message"};

    @Override
    public ContentFormat contentFormat(String template) {
        return ContentFormat.ofSglang(template);
    }

    @Override
    public @Nullable List<Object> tools(JsonBody body) throws UnsupportedChat {
        JsonNode given = TemplateVariables.value(body, "tools");
        JsonNode choice = TemplateVariables.value(body, "tool_choice");
        if (given.isEmpty() || choice.asText().equals("none")) {
            return null;
        }
        List<Object> tools = new ArrayList<>(given.size());
        for (JsonNode tool : given) {
            JsonNode function = tool.path("function");
            if (!function.isObject()) {
                throw new UnsupportedChat("tools holds something else than functions");
            }
            if (!choice.isObject() || choice.path("function").path("name").equals(function.path("name"))) {
                tools.add(tool(tool, function));
            }
        }
        return tools;
    }

    private static Map<String, Object> tool(JsonNode tool, JsonNode function) {
        Map<String, Object> description = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : function.properties()) {
            boolean known = FUNCTION.contains(member.getKey());
            if (known
                    || (FUNCTION_IF_SET.contains(member.getKey())
                            && !member.getValue().isNull())) {
                description.put(member.getKey(), TemplateValues.of(member.getValue()));
            }
        }
        FUNCTION.forEach(name -> description.putIfAbsent(name, TemplateValues.NONE));
        if (tool.hasNonNull("defer_loading") && !function.hasNonNull("defer_loading")) {
            description.put("defer_loading", TemplateValues.of(tool.path("defer_loading")));
        }
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("type", tool.path("type").asText("function"));
        written.put("function", description);
        written.put("defer_loading", TemplateValues.of(tool.path("defer_loading")));
        return written;
    }

    @Override
    public Map<String, Object> message(JsonNode message, ContentFormat format) throws UnsupportedChat {
        String role = message.path("role").asText().toLowerCase(Locale.ROOT);
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("role", role);
        seen.put("content", content(role, message.path("content"), format));
        if (role.equals("user")) {
            return seen;
        }
        for (String name : new String[] {"tool_call_id", "name", "phase", "reasoning_content", "prefix"}) {
            if (message.hasNonNull(name)) {
                seen.put(name, TemplateValues.of(message.path(name)));
            }
        }
        if (message.path("tool_calls").isArray()) {
            List<Object> calls = new ArrayList<>();
            for (JsonNode call : message.path("tool_calls")) {
                calls.add(call(call, role.equals("assistant")));
            }
            seen.put("tool_calls", calls);
        }
        if (message.path("tools").isArray()) {
            List<Object> tools = new ArrayList<>();
            for (JsonNode tool : message.path("tools")) {
                tools.add(tool(tool, tool.path("function")));
            }
            seen.put("tools", tools);
        }
        return seen;
    }

    /** A string stays one even where the template would take parts. */
    private static Object content(String role, JsonNode content, ContentFormat format) throws UnsupportedChat {
        List<String> texts = ContentParts.texts(content);
        boolean parts = content.isArray() && format == ContentFormat.PARTS && !role.equals("tool");
        return parts ? ContentParts.toParts(texts) : ContentParts.joined(texts, " ");
    }

    private static Map<String, Object> call(JsonNode call, boolean readArguments) throws UnsupportedChat {
        JsonNode function = call.path("function");
        if (!function.isObject()) {
            throw new UnsupportedChat("a tool call without a function");
        }
        Map<String, Object> described = ToolCalls.copyAll(function, "name", "arguments");
        JsonNode arguments = function.path("arguments");
        if (readArguments && arguments.isTextual()) {
            JsonNode value = ToolCalls.parseArguments(arguments.textValue());
            if (!value.isObject()) {
                throw new UnsupportedChat("tool call arguments are not a JSON object, which this engine refuses");
            }
            described.put("arguments", TemplateValues.of(value));
        }
        Map<String, Object> written = ToolCalls.copyAll(call, "id", "index");
        written.put("type", call.path("type").asText("function"));
        written.put("function", described);
        return written;
    }

    @Override
    public Map<String, Object> variables(JsonBody body) throws UnsupportedChat {
        Map<String, Object> given = TemplateVariables.ofClient(body);
        for (String name : OWN) {
            if (given.containsKey(name)) {
                throw new UnsupportedChat("chat_template_kwargs sets a parameter of the engine's own");
            }
        }
        if (TemplateVariables.value(body, "reasoning").isObject()) {
            throw new UnsupportedChat("reasoning stands for variables that this engine makes of it");
        }
        JsonNode effort = TemplateVariables.value(body, "reasoning_effort");
        if (!effort.isMissingNode()) {
            addEffort(effort, given);
        }
        given.put("add_generation_prompt", true);
        return given;
    }

    private static void addEffort(JsonNode effort, Map<String, Object> given) throws UnsupportedChat {
        if (!EFFORTS.contains(effort.asText()) || !effort.isTextual()) {
            throw new UnsupportedChat("reasoning_effort is none of the words that this engine knows");
        }
        boolean thinks = !effort.textValue().equals("none");
        given.putIfAbsent("reasoning_effort", effort.textValue());
        // Templates ask for one of the two.
        given.putIfAbsent("thinking", thinks);
        given.putIfAbsent("enable_thinking", thinks);
    }

    @Override
    public List<Map<String, Object>> conversation(List<Map<String, Object>> messages, boolean knowsDeveloper) {
        return messages;
    }

    @Override
    public FinalMessage finalMessage(JsonBody body, List<Map<String, Object>> messages) throws UnsupportedChat {
        boolean open = TemplateVariables.flag(body, "continue_final_message", false);
        Map<String, Object> last = messages.get(messages.size() - 1);
        if (!"assistant".equals(last.get("role")) || !(last.get("content") instanceof String text)) {
            return FinalMessage.CLOSED;
        }
        messages.remove(messages.size() - 1);
        if (open) {
            return rendered -> new RenderedChat(rendered, text);
        }
        Map<String, Object> asked = new LinkedHashMap<>();
        asked.put("role", "user");
        asked.put("content", text);
        messages.add(asked);
        return FinalMessage.CLOSED;
    }

    @Override
    public boolean retriesWithBareFunctions() {
        return true;
    }
}

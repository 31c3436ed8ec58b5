package dev.warmpath.router.prompt.chat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Developer messages for a template that does not know the role: vLLM makes system messages of them, and one system
 * message at the start of all that there are then (vllm/renderers/hf.py).
 */
final class DeveloperRole {

    private static final String ROLE = "role";
    private static final String CONTENT = "content";
    private static final String SYSTEM = "system";

    private DeveloperRole() {}

    /** Whether the template names the role, which is what the engine goes by. */
    static boolean isKnownTo(String template) {
        return template.contains("\"developer\"") || template.contains("'developer'");
    }

    /** The conversation without the role; the same list when it does not occur. */
    static List<Map<String, Object>> asSystem(List<Map<String, Object>> messages) {
        if (!occursIn(messages)) {
            return messages;
        }
        List<Map<String, Object>> converted = new ArrayList<>(messages.size());
        for (Map<String, Object> message : messages) {
            converted.add("developer".equals(message.get(ROLE)) ? system(message) : message);
        }
        return oneSystemMessage(converted);
    }

    private static boolean occursIn(List<Map<String, Object>> messages) {
        for (int i = 0; i < messages.size(); i++) {
            if ("developer".equals(messages.get(i).get(ROLE))) {
                return true;
            }
        }
        return false;
    }

    private static Map<String, Object> system(Map<String, Object> message) {
        Map<String, Object> system = new LinkedHashMap<>(message);
        system.put(ROLE, SYSTEM);
        system.remove("tools");
        return system;
    }

    private static List<Map<String, Object>> oneSystemMessage(List<Map<String, Object>> messages) {
        List<String> texts = new ArrayList<>();
        List<Map<String, Object>> others = new ArrayList<>();
        boolean first = true;
        for (int i = 0; i < messages.size(); i++) {
            Map<String, Object> message = messages.get(i);
            if (!SYSTEM.equals(message.get(ROLE))) {
                others.add(message);
                continue;
            }
            first &= i == 0;
            String text = text(message.get(CONTENT));
            if (!text.isEmpty()) {
                texts.add(text);
            }
        }
        if (first) {
            return messages;
        }
        Map<String, Object> merged = new LinkedHashMap<>();
        merged.put(ROLE, SYSTEM);
        merged.put(CONTENT, String.join("\n\n", texts));
        others.add(0, merged);
        return others;
    }

    private static String text(@Nullable Object content) {
        if (!(content instanceof List<?> parts)) {
            return String.valueOf(content);
        }
        List<String> texts = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof Map<?, ?> members) {
                texts.add(String.valueOf(members.get("text")));
            }
        }
        return String.join("\n", texts);
    }
}

package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.warmpath.router.template.TemplateValues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Pieces of tool definitions and calls that both engines treat alike. */
final class ToolCalls {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ToolCalls() {}

    /**
     * Arguments that a client sends as JSON text, as the value that templates expect.
     *
     * @return the value, or a missing node when the text is not JSON
     * @throws UnsupportedChat when it is JSON past what we read, where an engine may still read it
     */
    static JsonNode parseArguments(String text) throws UnsupportedChat {
        try {
            return JSON.reader()
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(text);
        } catch (StreamConstraintsException e) {
            throw new UnsupportedChat("tool call arguments are nested too deep or hold too long a number");
        } catch (JsonProcessingException e) {
            if (text.contains("NaN") || text.contains("Infinity")) {
                throw new UnsupportedChat("tool call arguments may hold a number that only Python reads");
            }
            return JSON.missingNode();
        }
    }

    /** Copies the members that are there, in this order. */
    static Map<String, Object> copy(JsonNode from, String... names) {
        Map<String, Object> to = new LinkedHashMap<>();
        for (String name : names) {
            if (from.has(name)) {
                to.put(name, TemplateValues.of(from.path(name)));
            }
        }
        return to;
    }

    /** Copies these members, those that are not there as none: what Python's models write for an unset member. */
    static Map<String, Object> copyAll(JsonNode from, String... names) {
        Map<String, Object> to = new LinkedHashMap<>();
        for (String name : names) {
            to.put(name, TemplateValues.of(from.path(name)));
        }
        return to;
    }

    /** Copies what is not among these names, in the client's order. */
    static void copyRest(JsonNode from, Map<String, Object> to, Set<String> but) {
        from.properties().forEach(member -> {
            if (!but.contains(member.getKey())) {
                to.put(member.getKey(), TemplateValues.of(member.getValue()));
            }
        });
    }
}

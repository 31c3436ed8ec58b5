package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The texts of a message's content. Parts of any other kind than text have no text that we know. */
final class ContentParts {

    /** Types whose text both engines take for plain text, with the member that holds it. */
    private static final Set<String> TEXT_TYPES = Set.of("text", "input_text");

    private ContentParts() {}

    /** The texts of a content that is absent, a string or a list of text parts. */
    static List<String> texts(JsonNode content) throws UnsupportedChat {
        if (content.isMissingNode() || content.isNull()) {
            return List.of();
        }
        if (content.isTextual()) {
            return List.of(content.textValue());
        }
        if (!content.isArray()) {
            throw new UnsupportedChat("content is neither a string nor a list");
        }
        List<String> texts = new ArrayList<>(content.size());
        for (JsonNode part : content) {
            texts.add(text(part));
        }
        return texts;
    }

    /** Whether a part is text that we know. */
    static boolean isText(JsonNode part) {
        boolean plain =
                part.isTextual() || (TEXT_TYPES.contains(part.path("type").asText()) && !part.hasNonNull("uuid"));
        return plain && textOf(part).isTextual();
    }

    private static JsonNode textOf(JsonNode part) {
        return part.isTextual() ? part : part.path("text");
    }

    private static String text(JsonNode part) throws UnsupportedChat {
        if (!isText(part)) {
            throw new UnsupportedChat("content has a part that is not text", true);
        }
        return textOf(part).textValue();
    }

    /** Texts as one; a single one, which may be long, is not copied. */
    static String joined(List<String> texts, String separator) {
        return texts.size() == 1 ? texts.get(0) : String.join(separator, texts);
    }

    /** Texts as the list of parts that a template sees. */
    static List<Object> toParts(List<String> texts) {
        List<Object> parts = new ArrayList<>(texts.size());
        for (String text : texts) {
            Map<String, Object> part = new LinkedHashMap<>();
            part.put("type", "text");
            part.put("text", text);
            parts.add(part);
        }
        return parts;
    }
}

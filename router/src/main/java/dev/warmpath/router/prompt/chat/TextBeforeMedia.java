package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the text of a chat ends and its first image begins, found by rendering it twice: with a mark in place of each image,
 * sound and file, and with parts of their kind as a template sees them. What both have in common before the first mark does
 * not depend on what stands there, for a template may say other things at the start as soon as there is an image at all.
 *
 * <p>Where a template wants contents as strings, engines put placeholders before a message's text or behind it, as they see
 * fit: there the text ends where the content begins.
 */
final class TextBeforeMedia {

    private static final String MARK = "WARMPATH_NO_TEXT_FROM_HERE";

    private final ContentFormat format;

    TextBeforeMedia(ContentFormat format) {
        this.format = format;
    }

    /** The message with marks in place of what is not text; the same message where all is. */
    JsonNode marked(JsonNode message) {
        JsonNode content = message.path("content");
        if (!content.isArray() || isText(content)) {
            return message;
        }
        ObjectNode marked = message.deepCopy();
        if (format == ContentFormat.STRING || message.path("role").asText().equals("tool")) {
            return marked.put("content", MARK);
        }
        ArrayNode parts = marked.putArray("content");
        for (JsonNode part : content) {
            if (ContentParts.isText(part)) {
                parts.add(part);
            } else {
                parts.addObject().put("type", "text").put("text", MARK);
            }
        }
        return marked;
    }

    private static boolean isText(JsonNode content) {
        for (JsonNode part : content) {
            if (!ContentParts.isText(part)) {
                return false;
            }
        }
        return true;
    }

    /** The conversation with images where the marks are. */
    List<Map<String, Object>> asMedia(List<Map<String, Object>> messages) {
        List<Map<String, Object>> shown = new ArrayList<>(messages.size());
        for (Map<String, Object> message : messages) {
            Map<String, Object> copy = new LinkedHashMap<>(message);
            if (message.get("content") instanceof List<?> parts) {
                List<Object> media = new ArrayList<>(parts.size());
                for (Object part : parts) {
                    boolean mark = part instanceof Map<?, ?> map && MARK.equals(map.get("text"));
                    media.add(mark ? new LinkedHashMap<>(Map.of("type", "image")) : part);
                }
                copy.put("content", media);
            }
            shown.add(copy);
        }
        return shown;
    }

    /** What both renderings begin with, up to the first mark. */
    String cut(String withMarks, String withMedia) throws UnsupportedChat {
        int end = withMarks.indexOf(MARK);
        if (end < 0) {
            throw new UnsupportedChat("the template does not print the content that holds an image");
        }
        int same = 0;
        while (same < end && same < withMedia.length() && withMarks.charAt(same) == withMedia.charAt(same)) {
            same++;
        }
        return withMarks.substring(0, same);
    }
}

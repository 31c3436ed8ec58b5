package dev.warmpath.it.sim.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Trees as bytes. */
public final class JsonBytes {

    private JsonBytes() {}

    /** UTF-8 text of a tree. */
    public static byte[] of(ObjectMapper json, JsonNode node) {
        try {
            return json.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }
}

package dev.warmpath.it.sim.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Responses that an engine keeps in its memory, with the conversation that each ended. Of more than {@value #MOST} the oldest
 * are forgotten, which the engines themselves do not do. Any thread.
 */
public final class ResponseStore {

    private static final int MOST = 10_000;

    private record Kept(ObjectNode response, ArrayNode conversation) {}

    private final Map<String, Kept> kept = new LinkedHashMap<>();

    /**
     * Keeps one.
     *
     * @param asked messages of the chat that the response answered
     * @param answer the message that it is
     */
    public synchronized void keep(String id, ObjectNode response, JsonNode asked, ObjectNode answer) {
        ArrayNode conversation = ((ArrayNode) asked.deepCopy()).add(answer);
        kept.put(id, new Kept(response, conversation));
        if (kept.size() > MOST) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    /** The response of this id, or null. */
    public synchronized @Nullable ObjectNode response(String id) {
        Kept found = kept.get(id);
        return found == null ? null : found.response();
    }

    /** The conversation up to and with this response, or null. */
    public synchronized @Nullable ArrayNode conversation(String id) {
        Kept found = kept.get(id);
        return found == null ? null : found.conversation();
    }
}

package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.request.EngineRequest;

/**
 * What every answer is made with.
 *
 * @param id the request's, without the prefix that an endpoint puts before it
 * @param created seconds since 1970
 */
public record ReplyTo(
        ObjectMapper json, EngineProfile profile, Exchange exchange, EngineRequest request, String id, long created) {

    boolean vllm() {
        return profile.engine() == Engine.VLLM;
    }

    ObjectNode object() {
        return json.createObjectNode();
    }

    /** An answer that is no stream. */
    void whole(int status, ObjectNode body) {
        exchange.json(status, JsonBytes.of(json, body));
    }

    /** An event without a name. */
    void event(ObjectNode data) {
        exchange.event(JsonBytes.of(json, data));
    }

    /** An event of this name. */
    void event(String name, ObjectNode data) {
        exchange.event(name, JsonBytes.of(json, data));
    }
}

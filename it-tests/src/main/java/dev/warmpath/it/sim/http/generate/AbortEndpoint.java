package dev.warmpath.it.sim.http.generate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.request.RequestParser;
import java.util.Map;

/** SGLang's {@code /abort_request}: ends requests by their id, or all of them. */
final class AbortEndpoint implements Endpoint {

    private final ObjectMapper json;
    private final RequestParser parser;
    private final LiveRuns live;

    AbortEndpoint(ObjectMapper json, RequestParser parser, LiveRuns live) {
        this.json = json;
        this.parser = parser;
        this.live = live;
    }

    @Override
    public void handle(Exchange exchange) {
        try {
            JsonNode body = parser.object(exchange.body());
            if (body.path("abort_all").asBoolean(false)) {
                live.abortAll();
            } else {
                live.abort(body.path("rid").asText(""));
            }
            exchange.answer(200, Map.of(), new byte[0]);
        } catch (EngineError e) {
            exchange.json(e.status(), JsonBytes.of(json, new ErrorBody(json, Engine.SGLANG).answer(e)));
        }
    }
}

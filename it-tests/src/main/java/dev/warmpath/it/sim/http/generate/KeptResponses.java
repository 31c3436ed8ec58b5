package dev.warmpath.it.sim.http.generate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.http.ResponseStore;
import dev.warmpath.it.sim.request.EngineError;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * {@code /v1/responses/{id}} and {@code /cancel}. Responses are made while their client waits, so there is never one to be
 * cancelled; and neither engine has a way to delete one, so that {@code DELETE} is a method that the path does not have.
 */
final class KeptResponses {

    private static final String PATH = "/v1/responses/";
    private static final byte[] NO_METHOD = "{\"detail\":\"Method Not Allowed\"}".getBytes(StandardCharsets.US_ASCII);

    private final ObjectMapper json;
    private final ErrorBody errors;
    private final ResponseStore store;

    KeptResponses(ObjectMapper json, Engine engine, ResponseStore store) {
        this.json = json;
        this.errors = new ErrorBody(json, engine);
        this.store = store;
    }

    void addTo(Map<String, Endpoint> routes) {
        routes.put("GET " + PATH + "{id}", this::get);
        routes.put("POST " + PATH + "{id}/cancel", this::cancel);
        routes.put("DELETE " + PATH + "{id}", exchange -> exchange.json(405, NO_METHOD));
    }

    /** A path as {@link #addTo} names it. */
    static String template(String path) {
        if (!path.startsWith(PATH)) {
            return path;
        }
        int slash = path.indexOf('/', PATH.length());
        return PATH + "{id}" + (slash < 0 ? "" : path.substring(slash));
    }

    private static String id(Exchange exchange) {
        String rest = exchange.path().substring(PATH.length());
        int slash = rest.indexOf('/');
        return slash < 0 ? rest : rest.substring(0, slash);
    }

    private void get(Exchange exchange) {
        ObjectNode response = store.response(id(exchange));
        if (response == null) {
            refuse(exchange, EngineError.notFound("Response with id '" + id(exchange) + "' not found."));
        } else {
            exchange.json(200, JsonBytes.of(json, response));
        }
    }

    private void cancel(Exchange exchange) {
        refuse(
                exchange,
                store.response(id(exchange)) == null
                        ? EngineError.notFound("Response with id '" + id(exchange) + "' not found.")
                        : EngineError.badRequest("Cannot cancel a synchronous response."));
    }

    private void refuse(Exchange exchange, EngineError error) {
        exchange.json(error.status(), JsonBytes.of(json, errors.nested(error)));
    }
}

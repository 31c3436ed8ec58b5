package dev.warmpath.it.sim.http.info;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineParts;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.request.RequestParser;
import io.vertx.core.Vertx;

/** {@code /v1/messages/count_tokens}: what a message's prompt would come to. */
final class CountTokensEndpoint implements Endpoint {

    private final Vertx vertx;
    private final ObjectMapper json;
    private final Engine engine;
    private final RequestParser parser;
    private final ErrorBody errors;

    CountTokensEndpoint(EngineParts parts) {
        this.vertx = parts.vertx();
        this.json = parts.json();
        this.engine = parts.profile().engine();
        this.parser = parts.parser();
        this.errors = new ErrorBody(json, engine);
    }

    @Override
    public void handle(Exchange exchange) {
        vertx.executeBlocking(() -> parser.messageTokens(exchange.body()), false)
                .onSuccess(tokens -> {
                    ObjectNode answer = json.createObjectNode().put("input_tokens", tokens);
                    if (engine == Engine.VLLM) {
                        answer.putObject("context_management").put("original_input_tokens", tokens);
                    }
                    exchange.json(200, JsonBytes.of(json, answer));
                })
                .onFailure(cause -> {
                    EngineError error = cause instanceof EngineError known
                            ? known
                            : EngineError.badRequest(String.valueOf(cause.getMessage()));
                    exchange.json(error.status(), JsonBytes.of(json, errors.anthropic(error)));
                });
    }
}

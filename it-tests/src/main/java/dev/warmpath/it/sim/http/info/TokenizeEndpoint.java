package dev.warmpath.it.sim.http.info;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineParts;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.prompt.BadPromptException;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.request.RequestParser;
import io.vertx.core.Vertx;

/** {@code /tokenize}: the tokens of exactly one of {@code prompt} and {@code messages}. */
final class TokenizeEndpoint implements Endpoint {

    private final Vertx vertx;
    private final ObjectMapper json;
    private final EngineProfile profile;
    private final RequestParser parser;
    private final SimTokenizer tokenizer;
    private final ErrorBody errors;

    TokenizeEndpoint(EngineParts parts) {
        this.vertx = parts.vertx();
        this.json = parts.json();
        this.profile = parts.profile();
        this.parser = parts.parser();
        this.tokenizer = parts.tokenizer();
        this.errors = new ErrorBody(json, profile.engine());
    }

    @Override
    public void handle(Exchange exchange) {
        vertx.executeBlocking(() -> tokenize(exchange.body()), false)
                .onSuccess(answer -> exchange.json(200, JsonBytes.of(json, answer)))
                .onFailure(cause -> {
                    EngineError error = cause instanceof EngineError known
                            ? known
                            : EngineError.badRequest(String.valueOf(cause.getMessage()));
                    exchange.json(error.status(), JsonBytes.of(json, errors.answer(error)));
                });
    }

    private ObjectNode tokenize(byte[] body) throws EngineError, BadPromptException {
        JsonNode root = parser.object(body);
        boolean chat = root.has("messages");
        if (chat == root.path("prompt").isTextual()) {
            throw EngineError.badRequest("exactly one of prompt and messages is needed");
        }
        int[] tokens = chat
                ? tokenizer.chat(root)
                : tokenizer.encode(
                        root.path("prompt").textValue(),
                        root.path("add_special_tokens").asBoolean(true));
        ObjectNode answer =
                json.createObjectNode().put("count", tokens.length).put("max_model_len", profile.contextTokens());
        ArrayNode list = answer.putArray("tokens");
        for (int token : tokens) {
            list.add(token);
        }
        return answer;
    }
}

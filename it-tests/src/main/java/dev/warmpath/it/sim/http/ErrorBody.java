package dev.warmpath.it.sim.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.request.EngineError;

/** Errors in an engine's own shape: flat with {@code "object":"error"} in SGLang, nested in vLLM and in streams. */
public final class ErrorBody {

    private final ObjectMapper json;
    private final Engine engine;

    public ErrorBody(ObjectMapper json, Engine engine) {
        this.json = json;
        this.engine = engine;
    }

    /** The body of an answer. */
    public ObjectNode answer(EngineError error) {
        if (engine == Engine.VLLM) {
            return nested(error);
        }
        ObjectNode flat = json.createObjectNode().put("object", "error");
        flat.setAll(fields(error));
        return flat;
    }

    /** An event of a stream that has begun. */
    public ObjectNode nested(EngineError error) {
        ObjectNode node = json.createObjectNode();
        node.set("error", fields(error));
        return node;
    }

    /** Of SGLang's own {@code generate}: the message and nothing else. */
    public ObjectNode bare(EngineError error) {
        ObjectNode node = json.createObjectNode();
        node.putObject("error").put("message", error.text());
        return node;
    }

    /** In Anthropic's shape. vLLM keeps the types that it has for OpenAI's. */
    public ObjectNode anthropic(EngineError error) {
        ObjectNode node = json.createObjectNode().put("type", "error");
        node.putObject("error")
                .put("type", engine == Engine.VLLM ? error.type() : anthropicType(error.status()))
                .put("message", error.text());
        return node;
    }

    private static String anthropicType(int status) {
        return switch (status) {
            case 400 -> "invalid_request_error";
            case 404 -> "not_found_error";
            case 503 -> "overloaded_error";
            default -> "api_error";
        };
    }

    private ObjectNode fields(EngineError error) {
        return json.createObjectNode()
                .put("message", error.text())
                .put("type", error.type())
                .putNull("param")
                .put("code", error.status());
    }
}

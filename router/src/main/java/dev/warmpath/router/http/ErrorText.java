package dev.warmpath.router.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.endpoint.ErrorShape;
import io.vertx.core.buffer.Buffer;

/**
 * An error of the router's own as the clients of an endpoint expect it: OpenAI's, the events of OpenAI's responses, or
 * Anthropic's, whose types are told by the status (docs.anthropic.com, Errors).
 */
final class ErrorText {

    private ErrorText() {}

    /** The body of an answer. */
    static Buffer answer(ErrorAnswer error, ErrorShape shape) {
        return Buffer.buffer(node(error, shape).toString());
    }

    /** An event of a stream. */
    static Buffer event(ErrorAnswer error, ErrorShape shape) {
        return switch (shape) {
            case OPENAI -> event("", node(error, shape));
            case ANTHROPIC -> event("event: error\n", node(error, shape));
            case RESPONSES ->
                event(
                        "event: error\n",
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("type", "error")
                                .put("code", error.code())
                                .put("message", error.message())
                                .put("param", error.param())
                                // Required of an event, and the worker's last one is not known.
                                .put("sequence_number", 0));
        };
    }

    private static Buffer event(String name, ObjectNode data) {
        return Buffer.buffer(name + "data: " + data + "\n\n");
    }

    private static ObjectNode node(ErrorAnswer error, ErrorShape shape) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (shape == ErrorShape.ANTHROPIC) {
            node.put("type", "error")
                    .putObject("error")
                    .put("type", anthropicType(error.status()))
                    .put("message", error.message());
            return node;
        }
        node.putObject("error")
                .put("message", error.message())
                .put("type", error.type())
                .put("param", error.param())
                .put("code", error.code());
        return node;
    }

    private static String anthropicType(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 404, 405 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 503 -> "overloaded_error";
            case 504 -> "timeout_error";
            default -> status < 500 ? "invalid_request_error" : "api_error";
        };
    }
}

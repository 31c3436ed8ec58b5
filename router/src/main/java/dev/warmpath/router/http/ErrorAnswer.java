package dev.warmpath.router.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.observe.AdmissionMetrics.Refusal;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An error of the router's own, in OpenAI's shape.
 *
 * @param reason short, for metrics
 * @param retryAfterSeconds value of {@code Retry-After}, or 0 for none
 */
public record ErrorAnswer(
        int status,
        String type,
        String code,
        @Nullable String param,
        String message,
        String reason,
        int retryAfterSeconds) {

    private static final int RETRY_AFTER_SECONDS = 1;
    private static final int MOST_RETRY_AFTER_SECONDS = 60;

    /** An error answer on its way through a future. No stack trace: it is data. */
    public static final class Failure extends Exception {

        private final transient ErrorAnswer answer;

        private Failure(ErrorAnswer answer) {
            super(answer.message(), null, false, false);
            this.answer = answer;
        }

        /** What is to be sent. */
        public ErrorAnswer answer() {
            return answer;
        }
    }

    /** This answer as the failure of a future. */
    public Failure asFailure() {
        return new Failure(this);
    }

    public static ErrorAnswer of(BadRequest bad) {
        return new ErrorAnswer(
                bad.status(), "invalid_request_error", bad.code(), bad.param(), bad.message(), "bad_request", 0);
    }

    public static ErrorAnswer badRequest(int status, String code, String message) {
        return new ErrorAnswer(status, "invalid_request_error", code, null, message, "bad_request", 0);
    }

    /** The same whether the key is missing or wrong. */
    static ErrorAnswer unauthorized() {
        return badRequest(
                401,
                "invalid_api_key",
                "This needs one of the router's keys, as Authorization: Bearer KEY or as x-api-key: KEY.");
    }

    /** The client's own key is good; what only holders of an admin token are told is not told. */
    static ErrorAnswer notAnAdmin() {
        return badRequest(
                401,
                "invalid_admin_token",
                ClientDoor.EXPLAIN
                        + " has to carry one of the router's admin tokens; leave the header out to be served.");
    }

    public static ErrorAnswer modelNotFound() {
        return new ErrorAnswer(
                404,
                "invalid_request_error",
                "model_not_found",
                "model",
                "The model in this request is not served here; GET /v1/models lists those that are.",
                "unknown_model",
                0);
    }

    public static ErrorAnswer unavailable(String message, String reason) {
        return new ErrorAnswer(503, "service_unavailable", "no_worker", null, message, reason, RETRY_AFTER_SECONDS);
    }

    /** The request's turn would come too late: the client had better wait than the router. */
    static ErrorAnswer queueFull(Duration retryAfter) {
        return new ErrorAnswer(
                429,
                "rate_limit_error",
                "queue_full",
                null,
                "Too many requests for this model wait already; send the request again later.",
                Refusal.QUEUE_FULL.key(),
                seconds(retryAfter));
    }

    /** The request was let into the queue and did not get out: that is the router's side's lack, not the client's haste. */
    static ErrorAnswer queueTimeout(Duration waited) {
        return new ErrorAnswer(
                503,
                "service_unavailable",
                "queue_timeout",
                null,
                "The request's turn did not come within admission.queue_timeout.",
                Refusal.QUEUE_TIMEOUT.key(),
                seconds(waited));
    }

    static ErrorAnswer bodiesFull() {
        return new ErrorAnswer(
                503,
                "service_unavailable",
                "bodies_full",
                null,
                "The request bodies under way leave no room for this one; send the request again.",
                Refusal.BODIES_FULL.key(),
                RETRY_AFTER_SECONDS);
    }

    public static ErrorAnswer badGateway(String message, String reason) {
        return new ErrorAnswer(502, "upstream_error", "worker_failed", null, message, reason, 0);
    }

    public static ErrorAnswer timeout() {
        return new ErrorAnswer(
                504,
                "timeout",
                "request_timeout",
                null,
                "No answer came from the workers within server.request_timeout.",
                "timeout",
                0);
    }

    /** What prefill computed may be gone from its worker; decode was never asked. */
    static ErrorAnswer handOffExpired() {
        return new ErrorAnswer(
                504,
                "timeout",
                "hand_off_expired",
                null,
                "The decode worker could not be asked within upstream.hand_off_lease of the prefill worker's answer.",
                "hand_off_expired",
                0);
    }

    /** For requests that are still open when the router's shutdown grace is over, and for those that come then. */
    public static ErrorAnswer stopping() {
        return new ErrorAnswer(
                503,
                "service_unavailable",
                "router_stopping",
                null,
                "The router is stopping; send the request again.",
                "stopping",
                RETRY_AFTER_SECONDS);
    }

    public static ErrorAnswer internal() {
        return new ErrorAnswer(
                500, "internal_error", "internal_error", null, "The router failed; its log says why.", "internal", 0);
    }

    private static int seconds(Duration wait) {
        return (int) Math.max(RETRY_AFTER_SECONDS, Math.min(wait.toSeconds(), MOST_RETRY_AFTER_SECONDS));
    }

    /** Answers with this error and ends the response. */
    public void send(HttpServerResponse response, @Nullable String requestId) {
        response.setStatusCode(status).putHeader("content-type", "application/json");
        if (requestId != null) {
            response.putHeader("x-request-id", requestId);
        }
        if (retryAfterSeconds > 0) {
            response.putHeader("retry-after", Integer.toString(retryAfterSeconds));
        }
        response.end(json());
    }

    /** {@code {"error":{"message","type","param","code"}}}. */
    Buffer json() {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("message", message).put("type", type).put("param", param).put("code", code);
        return Buffer.buffer(
                JsonNodeFactory.instance.objectNode().set("error", error).toString());
    }

    /** The same as an event of a stream. */
    Buffer event() {
        return Buffer.buffer("data: ").appendBuffer(json()).appendString("\n\n");
    }
}

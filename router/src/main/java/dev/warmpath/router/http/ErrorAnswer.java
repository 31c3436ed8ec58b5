package dev.warmpath.router.http;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.admission.Priorities;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.endpoint.ErrorShape;
import dev.warmpath.router.observe.AdmissionMetrics.Refusal;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An error of the router's own; {@link ErrorText} writes it.
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

    /** Names the class that a request is to be of. Never passed on. */
    static final CharSequence PRIORITY = HttpHeaders.createOptimized("x-warmpath-priority");

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

    /** The engines that serve the model have no such endpoint. */
    static ErrorAnswer otherEngine(Endpoint endpoint, Engine engine) {
        return new ErrorAnswer(
                404,
                "invalid_request_error",
                "endpoint_of_another_engine",
                null,
                endpoint.path() + " is an endpoint of " + engine.name().toLowerCase(Locale.ROOT)
                        + ", which no worker of this model runs.",
                "other_engine",
                0);
    }

    /** Only pairs serve the model, and their engines do not hand this over. */
    static ErrorAnswer notDisaggregated(Endpoint endpoint) {
        return new ErrorAnswer(
                501,
                "invalid_request_error",
                "not_disaggregated",
                null,
                "The engines of this model hand nothing over on " + endpoint.path()
                        + ": it needs a worker of role mixed, and there is none.",
                "not_disaggregated",
                0);
    }

    /** Nobody here knows who has it: it is not there, was kept for too short a time, or another router saw it. */
    static ErrorAnswer responseUnknown(@Nullable String param) {
        return new ErrorAnswer(
                404,
                "invalid_request_error",
                "response_not_found",
                param,
                "This router does not know which worker keeps that response. It remembers those that it passed on"
                        + " itself, for a while, and not across a restart; send the conversation itself instead.",
                "response_unknown",
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

    /** The request waited in a queue that is full, and others of its key or class waited before it. */
    static ErrorAnswer displaced(Duration retryAfter) {
        return new ErrorAnswer(
                429,
                "rate_limit_error",
                "queue_full",
                null,
                "Too many requests of this key or class wait for this model already; send the request again later.",
                Refusal.DISPLACED.key(),
                seconds(retryAfter));
    }

    /** A request names a class, and may not, or there is none of that name. */
    static ErrorAnswer priority(Priorities.Fault fault, List<String> classes) {
        return switch (fault) {
            case NOT_ALLOWED ->
                badRequest(
                        403,
                        "priority_not_allowed",
                        PRIORITY + " is for keys that are listed in admission.priority_keys; leave it out.");
            case UNKNOWN ->
                badRequest(
                        400,
                        "unknown_priority",
                        PRIORITY + " names no class of this router; there are " + String.join(", ", classes) + ".");
        };
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

    /** The worker has done nothing wrong: the router opens no more connections to it. */
    static ErrorAnswer poolFull(String role) {
        return new ErrorAnswer(
                503,
                "service_unavailable",
                "pool_full",
                null,
                "All connections that the router may open to the " + role
                        + " worker are in use, and enough requests wait for" + " one; send the request again.",
                "pool_full",
                RETRY_AFTER_SECONDS);
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

    /** Answers with this error in OpenAI's shape and ends the response. */
    public void send(HttpServerResponse response, @Nullable String requestId) {
        send(response, requestId, ErrorShape.OPENAI);
    }

    /** Answers with this error and ends the response. */
    public void send(HttpServerResponse response, @Nullable String requestId, ErrorShape shape) {
        response.setStatusCode(status).putHeader("content-type", "application/json");
        if (requestId != null) {
            response.putHeader("x-request-id", requestId);
        }
        if (retryAfterSeconds > 0) {
            response.putHeader("retry-after", Integer.toString(retryAfterSeconds));
        }
        response.end(ErrorText.answer(this, shape));
    }
}

package dev.warmpath.router.legs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.router.upstream.AnswerHead;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds the error event that an engine hides in a 200 stream: {@code data: {"error":{"message":..,"code":500}}}. Looks
 * at the first bytes only, since a prefill leg's stream is one token long, and at no body that is not an event stream.
 */
final class ErrorEventScan {

    private static final int WINDOW = 64 << 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final boolean eventStream;
    private final Buffer seen = Buffer.buffer();

    private ErrorEventScan(boolean eventStream) {
        this.eventStream = eventStream;
    }

    /** For a body of this content type. */
    static ErrorEventScan of(@Nullable String contentType) {
        return new ErrorEventScan(isEventStream(contentType));
    }

    static boolean isEventStream(@Nullable String contentType) {
        return contentType != null && contentType.startsWith("text/event-stream");
    }

    /** The error event in one piece of a stream, or null. */
    static @Nullable WorkerAnswer in(AnswerHead head, Buffer piece) {
        ErrorEventScan scan = of(head.header(HttpHeaders.CONTENT_TYPE));
        scan.feed(piece);
        return scan.error();
    }

    void feed(Buffer chunk) {
        int room = WINDOW - seen.length();
        if (eventStream && room > 0) {
            seen.appendBuffer(chunk, 0, Math.min(room, chunk.length()));
        }
    }

    /** The error as a unary answer would have told it, or null when there is none. */
    @Nullable
    WorkerAnswer error() {
        if (!eventStream) {
            return null;
        }
        for (String line : seen.toString(StandardCharsets.UTF_8).split("\n", -1)) {
            if (line.startsWith("data:") && line.contains("\"error\"")) {
                WorkerAnswer found = parse(line.substring("data:".length()).strip());
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static @Nullable WorkerAnswer parse(String json) {
        try {
            JsonNode error = JSON.readTree(json).path("error");
            if (error.isMissingNode() || error.isNull()) {
                return null;
            }
            int code = error.path("code").asInt(500);
            int status = code >= 400 && code <= 599 ? code : 500;
            MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("content-type", "application/json");
            return new WorkerAnswer(status, headers, Buffer.buffer(json));
        } catch (JsonProcessingException cutOff) {
            return null;
        }
    }
}

package dev.warmpath.it.sim.http;

import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.fault.Fault.Ending;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, as far as its fault lets it come. Endpoints write through it and need not know of faults.
 * Belongs to the engine's context.
 */
final class Exchange {

    private static final Map<String, String> EVENT_STREAM = Map.of("content-type", "text/event-stream; charset=utf-8");
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.US_ASCII);

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final byte[] body;
    private final ReceivedRequest received;
    private final @Nullable Fault fault;
    private Runnable onGone = () -> {};
    private int events;
    private boolean over;

    Exchange(HttpServerRequest request, byte[] body, ReceivedRequest received, @Nullable Fault fault) {
        this.request = request;
        this.response = request.response();
        this.body = body;
        this.received = received;
        this.fault = fault;
    }

    /** The connection was closed before the answer ended. */
    void connectionClosed() {
        received.ended(ReceivedRequest.Outcome.CLIENT_LEFT);
        if (!over) {
            over = true;
            onGone.run();
        }
    }

    byte[] body() {
        return body;
    }

    String method() {
        return request.method().name();
    }

    /** Path without query. */
    String path() {
        return String.valueOf(request.path());
    }

    @Nullable
    String header(String name) {
        return request.getHeader(name);
    }

    @Nullable
    Fault fault() {
        return fault;
    }

    /** Whether nothing more can be written: the client left, the answer ended, or a fault cut it. */
    boolean isOver() {
        return over;
    }

    /** What to do when the client leaves before the answer has ended, or a fault cuts it. */
    void onGone(Runnable action) {
        onGone = action;
        if (over) {
            action.run();
        }
    }

    /** A JSON answer. */
    void json(int status, byte[] content) {
        answer(status, Map.of("content-type", "application/json"), content);
    }

    /** A whole answer. */
    void answer(int status, Map<String, String> headers, byte[] content) {
        if (over) {
            return;
        }
        response.setStatusCode(status);
        headers.forEach(response::putHeader);
        received.answering(status);
        if (fault instanceof Fault.CutAfter cut) {
            response.putHeader("content-length", Integer.toString(content.length));
            response.write(Buffer.buffer(content).slice(0, content.length / 2));
            cut(cut.ending());
            return;
        }
        over = true;
        response.end(Buffer.buffer(content)).onSuccess(sent -> received.ended(ReceivedRequest.Outcome.ANSWERED));
    }

    boolean isStreaming() {
        return response.headWritten();
    }

    /** Sends the head of an event stream. */
    void startStream() {
        startChunked(200, EVENT_STREAM);
        cutIfDue();
    }

    /** Sends the head of a body of unknown length. */
    void startChunked(int status, Map<String, String> headers) {
        if (over || response.headWritten()) {
            return;
        }
        response.setStatusCode(status).setChunked(true);
        headers.forEach(response::putHeader);
        received.answering(status);
        response.writeHead();
    }

    /** One event of the stream. */
    void event(byte[] json) {
        if (over) {
            return;
        }
        response.write(Buffer.buffer(DATA.length + json.length + 2)
                .appendBytes(DATA)
                .appendBytes(json)
                .appendString("\n\n"));
        events++;
        cutIfDue();
    }

    /** Bytes of a chunked body as they are. */
    void raw(byte[] bytes) {
        if (!over) {
            response.write(Buffer.buffer(bytes));
        }
    }

    private void cutIfDue() {
        if (over) {
            return;
        }
        if (fault instanceof Fault.CutAfter cut && events >= cut.events()) {
            cut(cut.ending());
        } else if (fault instanceof Fault.ErrorInStream error && events >= error.events()) {
            response.write(Buffer.buffer(DATA).appendString(error.json()).appendString("\n\n"));
            if (error.done()) {
                response.write(Buffer.buffer(DONE));
            }
            cut(Ending.END);
        }
    }

    /** The closing marker, and the end of the stream. */
    void done() {
        if (over) {
            return;
        }
        if (!(fault instanceof Fault.NoDone)) {
            response.write(Buffer.buffer(DONE));
        }
        over = true;
        response.end().onSuccess(sent -> received.ended(ReceivedRequest.Outcome.ANSWERED));
    }

    /** Ends the answer as a fault wants it, and gives up what still runs for it. */
    void cut(Ending ending) {
        if (over) {
            return;
        }
        over = true;
        if (ending != Ending.HANG) {
            received.ended(ReceivedRequest.Outcome.CUT);
        }
        switch (ending) {
            case HANG -> {
                // The connection stays open, and is recorded when the client closes it.
            }
            case RESET -> Connections.reset(request.connection());
            case CLOSE -> request.connection().close();
            case END -> response.end();
        }
        onGone.run();
    }
}

package dev.warmpath.it.sim.http;

import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.fault.Fault.Ending;
import io.netty.channel.ChannelOption;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, as far as its fault lets it come. Endpoints write through it and need not know of faults.
 * Belongs to the engine's context.
 */
public final class Exchange {

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

    /**
     * A request whose body has been read.
     *
     * @param fault what goes wrong with its answer, or null
     */
    public Exchange(HttpServerRequest request, byte[] body, ReceivedRequest received, @Nullable Fault fault) {
        this.request = request;
        this.response = request.response();
        this.body = body;
        this.received = received;
        this.fault = fault;
    }

    /** The connection was closed before the answer ended. */
    public void connectionClosed() {
        received.ended(ReceivedRequest.Outcome.CLIENT_LEFT);
        if (!over) {
            over = true;
            onGone.run();
        }
    }

    public byte[] body() {
        return body;
    }

    public String method() {
        return request.method().name();
    }

    /** Path without query. */
    public String path() {
        return String.valueOf(request.path());
    }

    @Nullable
    public String header(String name) {
        return request.getHeader(name);
    }

    public @Nullable Fault fault() {
        return fault;
    }

    /** Whether nothing more can be written: the client left, the answer ended, or a fault cut it. */
    public boolean isOver() {
        return over;
    }

    /** What to do when the client leaves before the answer has ended, or a fault cuts it. */
    public void onGone(Runnable action) {
        onGone = action;
        if (over) {
            action.run();
        }
    }

    /** A JSON answer. */
    public void json(int status, byte[] content) {
        answer(status, Map.of("content-type", "application/json"), content);
    }

    /** A whole answer. */
    public void answer(int status, Map<String, String> headers, byte[] content) {
        if (over) {
            return;
        }
        response.setStatusCode(status);
        headers.forEach(response::putHeader);
        received.answering(status);
        if (fault instanceof Fault.CutAfter cut) {
            response.putHeader("content-length", Integer.toString(content.length));
            write(Buffer.buffer(Arrays.copyOf(content, content.length / 2)));
            cut(cut.ending());
            return;
        }
        over = true;
        Buffer whole = Buffer.buffer(content);
        received.sent(whole);
        response.end(whole).onSuccess(sent -> received.ended(ReceivedRequest.Outcome.ANSWERED));
    }

    public boolean isStreaming() {
        return response.headWritten();
    }

    /** Sends the head of an event stream. */
    public void startStream() {
        startChunked(200, EVENT_STREAM);
        cutIfDue();
    }

    /** Sends the head of a body of unknown length. */
    public void startChunked(int status, Map<String, String> headers) {
        if (over || response.headWritten()) {
            return;
        }
        response.setStatusCode(status).setChunked(true);
        headers.forEach(response::putHeader);
        received.answering(status);
        response.writeHead();
    }

    /** One event of the stream. */
    public void event(byte[] json) {
        if (over) {
            return;
        }
        write(Buffer.buffer(DATA.length + json.length + 2)
                .appendBytes(DATA)
                .appendBytes(json)
                .appendString("\n\n"));
        events++;
        cutIfDue();
    }

    /** The same with a name, as responses and messages have them. */
    public void event(String name, byte[] json) {
        if (over) {
            return;
        }
        write(Buffer.buffer("event: " + name + "\n")
                .appendBytes(DATA)
                .appendBytes(json)
                .appendString("\n\n"));
        events++;
        cutIfDue();
    }

    /** Bytes of a chunked body as they are. */
    public void raw(byte[] bytes) {
        if (!over) {
            write(Buffer.buffer(bytes));
        }
    }

    private void write(Buffer bytes) {
        received.sent(bytes);
        response.write(bytes);
    }

    private void cutIfDue() {
        if (over) {
            return;
        }
        if (fault instanceof Fault.CutAfter cut && events >= cut.events()) {
            cut(cut.ending());
        } else if (fault instanceof Fault.ErrorInStream error && events >= error.events()) {
            write(Buffer.buffer(DATA).appendString(error.json()).appendString("\n\n"));
            if (error.done()) {
                write(Buffer.buffer(DONE));
            }
            cut(Ending.END);
        }
    }

    /** The closing marker, and the end of the stream. */
    public void done() {
        if (over) {
            return;
        }
        if (!(fault instanceof Fault.NoDone)) {
            write(Buffer.buffer(DONE));
        }
        end();
    }

    /** The end of a stream that has no closing marker. */
    public void end() {
        if (over) {
            return;
        }
        over = true;
        response.end().onSuccess(sent -> received.ended(ReceivedRequest.Outcome.ANSWERED));
    }

    /** Ends the answer as a fault wants it, and gives up what still runs for it. */
    public void cut(Ending ending) {
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
            case RESET -> reset(request.connection());
            case CLOSE -> request.connection().close();
            case END -> response.end();
        }
        onGone.run();
    }

    /** Closes with RST instead of FIN: lingering for no time makes the kernel throw away what is not sent. */
    private static void reset(HttpConnection connection) {
        if (connection instanceof ConnectionBase base) {
            base.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        }
        connection.close();
    }
}

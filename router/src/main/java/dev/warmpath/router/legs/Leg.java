package dev.warmpath.router.legs;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.disagg.LegRequest;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.tls.HandshakeFaults;
import dev.warmpath.router.trace.LegTrace;
import dev.warmpath.router.trace.RequestTrace;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request to one worker. {@link #close} ends it at any moment, also before the connection exists; after that the
 * leg reports nothing more. Closing resets the stream, which on HTTP/1.1 closes the connection: the sign by which
 * engines abort a request.
 */
public final class Leg {

    /** Whose leg it is. Told nothing any more once the leg is closed. */
    interface Owner {

        /** There is a connection, which {@link #open} had to wait for. */
        void connected();

        /** The head of the answer; its body is paused. */
        void answered(HttpClientResponse head);

        /** There is no connection, or no answer came over it. */
        void lost(LegFault fault);

        /**
         * The router itself failed over what it was told: thrown on, it would reach a log and nobody who ends the request.
         * The leg may be open still.
         */
        void broken(Throwable cause);
    }

    /** The largest error answer that is held in memory to be passed on whole. */
    static final int MAX_HELD_BYTES = 4 << 20;

    /** HTTP/2's CANCEL; on HTTP/1.1 any code closes the connection. */
    private static final long CANCEL = 8;

    private final Role role;
    private final Target target;
    private final Worker worker;
    private final HttpMethod method;
    private final String uri;
    private final RequestTrace trace;
    private LegTrace span = LegTrace.NONE;
    private @Nullable MultiMap headers;
    private @Nullable Buffer body;
    private @Nullable HandOffLease lease;
    private @Nullable Owner owner;
    private @Nullable HttpClientRequest upstream;
    private boolean sent;
    private boolean closed;
    private boolean ended;

    /**
     * @param uri path and query
     * @param headers of the request, complete but for what the HTTP client itself sets
     */
    Leg(LegRequest request, HttpMethod method, String uri, MultiMap headers, RequestTrace trace) {
        this.role = request.role();
        this.target = request.target();
        this.worker = request.worker();
        this.body = request.body();
        this.method = method;
        this.uri = uri;
        this.headers = headers;
        this.trace = trace;
    }

    Target target() {
        return target;
    }

    /** Whether a byte may have reached the engine. */
    boolean sent() {
        return sent;
    }

    /** Whether the worker's answer was read to its end. */
    boolean ended() {
        return ended;
    }

    boolean closed() {
        return closed;
    }

    /**
     * Asks for a connection; nothing is sent over it yet.
     *
     * @param owned is told what becomes of the leg from here on
     * @return whether there is one at once, as nearly always; if not, the owner is told when there is
     */
    boolean open(LegClient client, Owner owned) {
        if (closed) {
            return false;
        }
        owner = owned;
        span = trace.leg(role, target, Objects.requireNonNull(headers, "a leg is opened before it is sent"));
        Future<HttpClientRequest> opening = client.open(worker, method, uri);
        if (opening.succeeded()) {
            return take(opening.result());
        }
        opening.onComplete(this::opened);
        return false;
    }

    private void opened(AsyncResult<HttpClientRequest> opened) {
        try {
            if (opened.succeeded()) {
                if (take(opened.result())) {
                    owner().connected();
                }
            } else if (!closed) {
                owner().lost(connectFault(opened.cause()));
            }
        } catch (Throwable failed) {
            owner().broken(failed);
        }
    }

    /** Whether the connection is of use. */
    private boolean take(HttpClientRequest opened) {
        upstream = opened;
        // What goes wrong is told by the answer's future and its handlers; this keeps cancels out of the log.
        opened.exceptionHandler(told -> {});
        if (closed) {
            opened.reset(CANCEL);
        }
        return !closed;
    }

    private Owner owner() {
        return Objects.requireNonNull(owner, "a leg is opened before anything comes of it");
    }

    /** Sends the request over the connection that {@link #open} got; the owner is told what is answered. */
    void send() {
        // A lease that has run out closes this leg.
        if (closed || (lease != null && !lease.use())) {
            close();
            return;
        }
        sent = true;
        HttpClientRequest open = Objects.requireNonNull(upstream, "a leg is opened before it is sent");
        open.headers().setAll(Objects.requireNonNull(headers, "a leg is sent once"));
        Buffer whole = Objects.requireNonNull(body, "a leg is sent once");
        // A stream may go on for half an hour; prompt and headers are not needed for that.
        body = null;
        headers = null;
        // A GET without a body says nothing of its length.
        Future<HttpClientResponse> answer =
                method.equals(HttpMethod.POST) || whole.length() > 0 ? open.send(whole) : open.send();
        answer.onComplete(this::answered);
    }

    private void answered(AsyncResult<HttpClientResponse> answered) {
        if (closed) {
            return;
        }
        try {
            if (answered.failed()) {
                owner().lost(brokenOff(answered.cause()));
                return;
            }
            answered.result().pause();
            int status = answered.result().statusCode();
            span.answered(status);
            if (!LegStatus.isFinal(status)) {
                owner().lost(fault(LegFault.Kind.MALFORMED, null, "status " + status + ", which ends no answer"));
                return;
            }
            owner().answered(answered.result());
        } catch (Throwable failed) {
            owner().broken(failed);
        }
    }

    /**
     * Reads an answer, or reads it on in another way; the caller resumes. What was queued when the leg was closed is
     * nobody's any more.
     *
     * @param end called when the answer was read to its end
     * @param cut called instead, when it breaks off
     */
    void read(HttpClientResponse response, Handler<Buffer> piece, Runnable end, Handler<Throwable> cut) {
        response.handler(chunk -> {
            if (!closed) {
                hand(piece, chunk);
            }
        });
        response.endHandler(done -> {
            if (!closed) {
                ended = true;
                try {
                    span.ended();
                    end.run();
                } catch (Throwable failed) {
                    owner().broken(failed);
                }
            }
        });
        response.exceptionHandler(broken -> {
            if (!closed) {
                hand(cut, broken);
            }
        });
    }

    private <T> void hand(Handler<T> to, T what) {
        try {
            to.handle(what);
        } catch (Throwable failed) {
            owner().broken(failed);
        }
    }

    /** Says something else than was planned, within this lease or not at all; before the leg is sent. */
    void say(Buffer instead, HandOffLease within) {
        body = instead;
        lease = within;
    }

    /** Reads an answer to its end and holds it; one of more than {@code maxBytes} is a fault. */
    void hold(HttpClientResponse response, int maxBytes, Handler<WorkerAnswer> whole, Handler<LegFault> lost) {
        Buffer held = Buffer.buffer();
        read(
                response,
                chunk -> {
                    if (held.length() + chunk.length() > maxBytes) {
                        LegFault large =
                                fault(LegFault.Kind.MALFORMED, null, "answer of more than " + maxBytes + " bytes");
                        close();
                        lost.handle(large);
                    } else {
                        held.appendBuffer(chunk);
                    }
                },
                () -> whole.handle(new WorkerAnswer(response.statusCode(), response.headers(), held)),
                broken -> lost.handle(fault(LegFault.Kind.TRUNCATED, null, String.valueOf(broken.getMessage()))));
        response.resume();
    }

    LegFault fault(LegFault.Kind kind, @Nullable WorkerAnswer answer, String detail) {
        span.failed(kind.key());
        return new LegFault(role, target, kind, answer, detail);
    }

    private LegFault brokenOff(Throwable cause) {
        String handshake = HandshakeFaults.of(cause);
        if (handshake == null) {
            return fault(LegFault.Kind.RESET, null, cause.toString());
        }
        // TLS 1.3 tells only now that the handshake was refused: no engine has read what was written behind it.
        sent = false;
        return fault(LegFault.Kind.TLS, null, handshake);
    }

    private LegFault connectFault(Throwable cause) {
        String handshake = HandshakeFaults.of(cause);
        if (handshake != null) {
            return fault(LegFault.Kind.TLS, null, handshake);
        }
        LegFault.Kind kind =
                cause instanceof ConnectionPoolTooBusyException ? LegFault.Kind.POOL_FULL : LegFault.Kind.CONNECT;
        return fault(kind, null, String.valueOf(cause.getMessage()));
    }

    /** Ends the leg if it has not ended; harmless otherwise. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        span.ended();
        if (upstream != null && !ended) {
            upstream.reset(CANCEL);
        }
    }
}

package dev.warmpath.router.legs;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.disagg.LegRequest;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.tls.HandshakeFaults;
import dev.warmpath.router.trace.LegTrace;
import dev.warmpath.router.trace.RequestTrace;
import dev.warmpath.router.upstream.AnswerHead;
import dev.warmpath.router.upstream.AnswerReader;
import dev.warmpath.router.upstream.ConnectionWaiter;
import dev.warmpath.router.upstream.PoolFull;
import dev.warmpath.router.upstream.WorkerConnection;
import io.netty.handler.codec.http.HttpMethod;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request to one worker. {@link #close} ends it at any moment, also before the connection exists; after that the
 * leg reports nothing more. Closing it closes the connection: the sign by which engines abort a request.
 */
final class Leg implements ConnectionWaiter, AnswerReader {

    /** Whose leg it is. Told nothing any more once the leg is closed. */
    interface Owner {

        /** There is a connection, which {@link #open} had to wait for. */
        void connected();

        /** The head of the answer. Before this returns, it is told how the rest {@linkplain #read is read}. */
        void answered(AnswerHead head);

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
    private @Nullable LegClient client;
    private @Nullable WorkerConnection connection;
    private @Nullable Reading reading;
    private boolean sent;
    private boolean closed;
    private boolean ended;

    /** How an answer is read. */
    private record Reading(Handler<Buffer> piece, Runnable end, Handler<Throwable> cut) {}

    /**
     * @param uri path and query
     * @param headers of the request, complete but for what the connection itself sets
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

    /**
     * Asks for a connection; nothing is sent over it yet.
     *
     * @param owned is told what becomes of the leg from here on
     * @return whether there is one at once, as nearly always; if not, the owner is told when there is
     */
    boolean open(LegClient of, Owner owned) {
        if (closed) {
            return false;
        }
        client = of;
        owner = owned;
        span = trace.leg(role, target, Objects.requireNonNull(headers, "a leg is opened before it is sent"));
        WorkerConnection now = of.take(worker, this);
        if (now != null) {
            connection = now;
        }
        return now != null;
    }

    @Override
    public void connected(WorkerConnection made) {
        if (closed) {
            made.giveBack();
            return;
        }
        connection = made;
        try {
            owner().connected();
        } catch (Throwable failed) {
            owner().broken(failed);
        }
    }

    @Override
    public void refused(Throwable cause) {
        lose(connectFault(cause));
    }

    private void lose(LegFault fault) {
        if (closed) {
            return;
        }
        try {
            owner().lost(fault);
        } catch (Throwable failed) {
            owner().broken(failed);
        }
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
        WorkerConnection open = Objects.requireNonNull(connection, "a leg is opened before it is sent");
        if (!open.open()) {
            lose(fault(LegFault.Kind.RESET, null, "connection was closed before anything was sent over it"));
            return;
        }
        sent = true;
        Buffer whole = Objects.requireNonNull(body, "a leg is sent once");
        MultiMap said = Objects.requireNonNull(headers, "a leg is sent once");
        // A stream may go on for half an hour; prompt and headers are not needed for that.
        body = null;
        headers = null;
        open.send(method, uri, said, whole, this);
    }

    @Override
    public void head(AnswerHead head) {
        try {
            span.answered(head.status());
            if (LegStatus.isFinal(head.status())) {
                owner().answered(head);
            } else {
                lose(fault(LegFault.Kind.MALFORMED, null, "status " + head.status() + ", which ends no answer"));
            }
        } catch (Throwable failed) {
            owner().broken(failed);
        }
    }

    /**
     * How the answer is read from here on.
     *
     * @param end called when the answer was read to its end
     * @param cut called instead, when it breaks off
     */
    void read(Handler<Buffer> piece, Runnable end, Handler<Throwable> cut) {
        reading = new Reading(piece, end, cut);
    }

    @Override
    public void piece(Buffer piece) {
        if (!closed) {
            hand(reading().piece(), piece);
        }
    }

    @Override
    public void end() {
        if (closed) {
            return;
        }
        ended = true;
        try {
            span.ended();
            reading().end().run();
        } catch (Throwable failed) {
            owner().broken(failed);
        }
    }

    @Override
    public void broken(Throwable cause) {
        if (reading == null) {
            lose(brokenOff(cause));
        } else if (!closed) {
            hand(reading.cut(), cause);
        }
    }

    private Reading reading() {
        return Objects.requireNonNull(reading, "an answer's reader is told when it begins");
    }

    /** Reads nothing more of the answer for now. */
    void pause() {
        if (connection != null && !ended && !closed) {
            connection.pause();
        }
    }

    void resume() {
        if (connection != null && !ended && !closed) {
            connection.resume();
        }
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
    void hold(AnswerHead head, int maxBytes, Handler<WorkerAnswer> whole, Handler<LegFault> lost) {
        Buffer held = Buffer.buffer();
        read(
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
                () -> whole.handle(new WorkerAnswer(head.status(), head.headers(), held)),
                broken -> lost.handle(fault(LegFault.Kind.TRUNCATED, null, String.valueOf(broken.getMessage()))));
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
        LegFault.Kind kind = cause instanceof PoolFull ? LegFault.Kind.POOL_FULL : LegFault.Kind.CONNECT;
        return fault(kind, null, String.valueOf(cause.getMessage()));
    }

    /** Ends the leg if it has not ended; harmless otherwise. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        span.ended();
        if (connection == null) {
            forgetConnection();
        } else if (!ended) {
            leave(connection);
        }
    }

    private void forgetConnection() {
        if (client != null) {
            client.forget(worker, this);
        }
    }

    /** An engine sees by the closed connection that nobody waits for its answer any more. */
    private void leave(WorkerConnection left) {
        if (sent) {
            left.close();
        } else {
            left.giveBack();
        }
    }
}

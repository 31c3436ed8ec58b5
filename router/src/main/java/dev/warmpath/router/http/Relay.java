package dev.warmpath.router.http;

import dev.warmpath.router.endpoint.ErrorShape;
import dev.warmpath.router.legs.Answer;
import dev.warmpath.router.legs.Attempt;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.router.legs.WorkerAnswer;
import dev.warmpath.router.wire.ConnectionEnd;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Bytes out: passes an answer to the client as it comes, never buffered or re-framed, no faster than the client reads.
 * When the worker breaks off, the client is told or cut, but never made to believe that the answer is whole.
 */
final class Relay {

    /** What the relay reports, each at most once except {@link #tokens}. */
    interface Listener {

        /** The first data of the answer was passed on. */
        void firstToken();

        /** Data events went by. */
        void tokens(int count);

        /** The client takes nothing more of the answer, and has been cut. */
        void stalled();

        /** The answer is complete. */
        void complete();

        /** A leg failed inside the answer; the client has been told or cut. */
        void brokenOff(LegFault fault);
    }

    /** For a client to take an error event, and what was written before it. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final HttpServerResponse client;
    private final ConnectionEnd end;
    private final Listener listener;
    private final SseTally tally = new SseTally();
    private final StallClock stall;
    private final ErrorShape errors;
    private boolean eventStream;
    private boolean firstSeen;

    /**
     * The relay of one answer.
     *
     * @param end of the client's connection
     * @param stallLimit how long a client may take nothing
     * @param errors how the client expects an error of the router's own
     */
    Relay(
            Vertx vertx,
            HttpServerResponse client,
            ConnectionEnd end,
            Duration stallLimit,
            ErrorShape errors,
            Listener listener) {
        this.errors = errors;
        this.end = end;
        this.stall = new StallClock(vertx, stallLimit, this::stalled);
        this.client = client;
        this.listener = listener;
    }

    /**
     * Commits the worker's status and headers, and passes the body on.
     *
     * @param ownHeaders adds the router's to them
     */
    void relay(Answer answer, Attempt attempt, Consumer<MultiMap> ownHeaders) {
        MultiMap headers = client.headers();
        HeaderRules.toClient(answer.head().headers(), headers);
        String type = headers.get(HttpHeaders.CONTENT_TYPE);
        // A compressed stream is passed on like any other body: the router cannot look into it or add to it.
        eventStream =
                type != null && type.startsWith("text/event-stream") && !headers.contains(HttpHeaders.CONTENT_ENCODING);
        client.setStatusCode(answer.head().status());
        ownHeaders.accept(headers);
        Buffer all = answer.first();
        if (answer.whole() && !eventStream) {
            // One write for head, body and end.
            if (all == null) {
                client.end();
            } else {
                client.end(all);
                firstSeen = true;
                listener.firstToken();
            }
            attempt.readWhole();
            listener.complete();
            return;
        }
        if (!headers.contains(HttpHeaders.CONTENT_LENGTH)) {
            client.setChunked(true);
        }
        if (answer.first() != null) {
            pass(answer.first());
        }
        client.drainHandler(drained -> {
            stall.stop();
            attempt.resume();
        });
        attempt.read(
                chunk -> {
                    pass(chunk);
                    if (client.writeQueueFull()) {
                        attempt.pause();
                        stall.start();
                    }
                },
                this::complete,
                this::breakOff);
        if (client.ended()) {
            return;
        }
        if (client.writeQueueFull()) {
            stall.start();
        } else {
            attempt.resume();
        }
    }

    /** Passes a held answer on, whole. */
    void relay(WorkerAnswer answer, Consumer<MultiMap> ownHeaders) {
        HeaderRules.toClient(answer.headers(), client.headers());
        client.setStatusCode(answer.status());
        ownHeaders.accept(client.headers());
        client.end(answer.body());
    }

    private void pass(Buffer chunk) {
        client.write(chunk).onSuccess(written -> stall.took());
        int events = eventStream ? tally.feed(chunk) : 0;
        if (!firstSeen && (!eventStream || tally.hasData())) {
            firstSeen = true;
            listener.firstToken();
        }
        if (events > 0) {
            listener.tokens(events);
        }
    }

    /** Nothing more will be passed on. */
    void stop() {
        stall.stop();
    }

    private void stalled() {
        client.drainHandler(null);
        listener.stalled();
        end.cut();
    }

    private void complete() {
        client.end();
        listener.complete();
    }

    private void breakOff(LegFault fault) {
        breakOff(ErrorAnswer.badGateway(
                "A worker failed while it was answering.", fault.kind().key()));
        listener.brokenOff(fault);
    }

    /**
     * Ends an answer that is under way and cannot be completed. A stream gets an error event first. Then the connection
     * is closed inside the body, which no HTTP client takes for a complete answer. A client that does not read does not
     * hold that up.
     */
    void breakOff(ErrorAnswer error) {
        client.drainHandler(null);
        if (client.ended()) {
            // What failed comes behind the whole answer, and is none of the client's business.
            return;
        }
        if (eventStream && !client.closed()) {
            Buffer event = tally.atLineStart() ? Buffer.buffer("\n") : Buffer.buffer("\n\n");
            client.write(event.appendBuffer(ErrorText.event(error, errors)));
        }
        end.within(LAST_WORDS);
    }

    /** Whether the worker itself reported an error inside the stream. */
    boolean carriedError() {
        return tally.hasError();
    }

    boolean committed() {
        return client.headWritten();
    }
}

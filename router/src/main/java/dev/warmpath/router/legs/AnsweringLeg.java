package dev.warmpath.router.legs;

import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.load.Booking;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

/**
 * The leg whose answer the client gets: decode, or the only one. Waits for the first body byte before it calls the
 * answer begun, so that a sibling that fails early can still decide the status.
 */
final class AnsweringLeg {

    private final Leg leg;
    private final Booking booking;
    private final UsageTap usage;
    private @Nullable HttpClientResponse response;
    private boolean begun;
    /** All of the body, while its end has not been told. */
    private @Nullable Buffer whole;

    AnsweringLeg(Leg leg, Booking booking, UsageTap usage) {
        this.leg = leg;
        this.booking = booking;
        this.usage = usage;
    }

    Booking booking() {
        return booking;
    }

    Target target() {
        return leg.target();
    }

    /** Says something else than was planned, within this lease or not at all; before the leg is started. */
    void say(Buffer body, HandOffLease within) {
        leg.say(body, within);
    }

    /** A fault of this leg that only its attempt can see. */
    LegFault fault(LegFault.Kind kind, String detail) {
        return leg.fault(kind, null, detail);
    }

    /** Whether a byte may have reached the engine. */
    boolean sent() {
        return leg.sent();
    }

    /** Asks for a connection; see {@link Leg#open}. */
    Future<Void> open(LegClient client) {
        return leg.open(client);
    }

    /**
     * Sends the open leg. Completes the promise with the beginning of a successful answer, or fails it with a
     * {@link LegFault}.
     */
    void start(Promise<Answer> answer) {
        leg.send().onComplete(head -> {
            if (head.failed()) {
                answer.tryFail(head.cause());
            } else if (LegStatus.success(head.result())) {
                begin(head.result(), answer);
            } else {
                LegStatus.hold(leg, head.result(), answer::tryFail);
            }
        });
    }

    private void begin(HttpClientResponse response, Promise<Answer> answer) {
        this.response = response;
        usage.begin(response);
        response.handler(piece -> {
            Buffer first = usage.take(piece);
            if (first.length() == 0) {
                return;
            }
            begun = true;
            if (isWhole(response, first)) {
                // Its end follows at once, and the client gets both with one write.
                whole = first;
                return;
            }
            response.pause();
            WorkerAnswer error = ErrorEventScan.in(response, first);
            if (error == null) {
                answer.tryComplete(new Answer(response, first, false));
            } else {
                answer.tryFail(leg.fault(LegFault.Kind.ERROR_EVENT, error, "the stream begins with an error event"));
            }
        });
        response.endHandler(end -> {
            leg.markEnded();
            if (whole != null) {
                answer.tryComplete(new Answer(response, whole, true));
            } else if (!begun) {
                Buffer rest = usage.rest();
                answer.tryComplete(new Answer(response, rest.length() == 0 ? null : rest, true));
            }
        });
        response.exceptionHandler(broken -> {
            if (!leg.closed()) {
                answer.tryFail(
                        leg.fault(LegFault.Kind.TRUNCATED, null, "before the first byte: " + broken.getMessage()));
            }
        });
        response.resume();
    }

    /** Whether a piece is as long as the body is said to be. Of event streams that is not asked: they begin slowly. */
    private static boolean isWhole(HttpClientResponse response, Buffer first) {
        String length = response.getHeader("content-length");
        return length != null
                && length.equals(Integer.toString(first.length()))
                && !ErrorEventScan.isEventStream(response.getHeader("content-type"));
    }

    /** See {@link Attempt#read}; the caller resumes. */
    void read(Handler<Buffer> chunk, Runnable end, Handler<LegFault> fault) {
        HttpClientResponse body = response;
        if (body == null || leg.ended()) {
            usage.end();
            end.run();
            return;
        }
        // What was queued when the leg was closed is nobody's any more.
        body.handler(piece -> {
            if (!leg.closed()) {
                hand(usage.take(piece), chunk);
            }
        });
        body.endHandler(done -> {
            if (!leg.closed()) {
                leg.markEnded();
                hand(usage.rest(), chunk);
                usage.end();
                end.run();
            }
        });
        body.exceptionHandler(broken -> {
            if (!leg.closed()) {
                fault.handle(leg.fault(LegFault.Kind.TRUNCATED, null, String.valueOf(broken.getMessage())));
            }
        });
    }

    private static void hand(Buffer piece, Handler<Buffer> chunk) {
        if (piece.length() > 0) {
            chunk.handle(piece);
        }
    }

    void pause() {
        if (response != null && !leg.ended() && !leg.closed()) {
            response.pause();
        }
    }

    void resume() {
        if (response != null && !leg.ended() && !leg.closed()) {
            response.resume();
        }
    }

    /** Closes the leg if it is open and ends its booking, as far as it had come. */
    void finish() {
        leg.close();
        LegStatus.endBooking(leg, booking);
    }
}

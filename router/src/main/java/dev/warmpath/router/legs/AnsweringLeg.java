package dev.warmpath.router.legs;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.upstream.AnswerHead;
import dev.warmpath.scorer.load.Booking;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The leg whose answer the client gets: decode, or the only one. Waits for the first body byte before it calls the
 * answer begun, so that a sibling that fails early can still decide the status.
 */
final class AnsweringLeg implements Leg.Owner {

    private final Leg leg;
    private final Booking booking;
    private final UsageTap usage;
    private @Nullable AnsweredAttempt attempt;
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

    /**
     * Asks for a connection; see {@link Leg#open}.
     *
     * @param of is told of the connection and how the answer begins, or fails
     */
    boolean open(LegClient client, AnsweredAttempt of) {
        attempt = of;
        return leg.open(client, this);
    }

    /** Sends the open leg. */
    void send() {
        leg.send();
    }

    private AnsweredAttempt attempt() {
        return Objects.requireNonNull(attempt, "a leg is opened before anything comes of it");
    }

    @Override
    public void connected() {
        attempt().connected();
    }

    @Override
    public void lost(LegFault fault) {
        attempt().fail(fault);
    }

    @Override
    public void broken(Throwable cause) {
        attempt().broken(cause);
    }

    @Override
    public void answered(AnswerHead head) {
        if (!LegStatus.success(head)) {
            LegStatus.hold(leg, head, this::lost);
            return;
        }
        usage.begin(head);
        leg.read(
                piece -> begin(head, usage.take(piece)),
                () -> endBegun(head),
                broken -> lost(
                        leg.fault(LegFault.Kind.TRUNCATED, null, "before the first byte: " + broken.getMessage())));
    }

    private void begin(AnswerHead head, Buffer first) {
        if (first.length() == 0) {
            return;
        }
        begun = true;
        if (isWhole(head, first)) {
            // Its end follows at once, and the client gets both with one write.
            whole = first;
            return;
        }
        leg.pause();
        WorkerAnswer error = ErrorEventScan.in(head, first);
        if (error == null) {
            attempt().begin(new Answer(head, first, false));
        } else {
            lost(leg.fault(LegFault.Kind.ERROR_EVENT, error, "the stream begins with an error event"));
        }
    }

    private void endBegun(AnswerHead head) {
        if (whole != null) {
            attempt().begin(new Answer(head, whole, true));
        } else if (!begun) {
            Buffer rest = usage.rest();
            attempt().begin(new Answer(head, rest.length() == 0 ? null : rest, true));
        }
    }

    /** Whether a piece is as long as the body is said to be. Of event streams that is not asked: they begin slowly. */
    private static boolean isWhole(AnswerHead head, Buffer first) {
        String length = head.header(HttpHeaders.CONTENT_LENGTH);
        return length != null
                && length.equals(Integer.toString(first.length()))
                && !ErrorEventScan.isEventStream(head.header(HttpHeaders.CONTENT_TYPE));
    }

    /** The answer was whole when it began: nobody has to read on. */
    void readWhole() {
        usage.end();
    }

    /** See {@link Attempt#read}; the caller resumes. */
    void read(Handler<Buffer> chunk, Runnable end, Handler<LegFault> fault) {
        if (leg.ended()) {
            usage.end();
            end.run();
            return;
        }
        leg.read(
                piece -> hand(usage.take(piece), chunk),
                () -> {
                    hand(usage.rest(), chunk);
                    usage.end();
                    end.run();
                },
                broken -> fault.handle(leg.fault(LegFault.Kind.TRUNCATED, null, String.valueOf(broken.getMessage()))));
    }

    private static void hand(Buffer piece, Handler<Buffer> chunk) {
        if (piece.length() > 0) {
            chunk.handle(piece);
        }
    }

    void pause() {
        leg.pause();
    }

    void resume() {
        leg.resume();
    }

    /** Closes the leg if it is open and ends its booking, as far as it had come. */
    void finish() {
        leg.close();
        LegStatus.endBooking(leg, booking);
    }
}

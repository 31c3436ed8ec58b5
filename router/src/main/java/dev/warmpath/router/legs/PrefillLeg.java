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
 * The prefill leg of a pair. Its answer is of no interest to the client unless it is an error. In a serial pair it says
 * how decode gets the KV cache and is held; in a concurrent pair it is read and dropped, but a 200 stream may carry an
 * error event in place of a token, and then the decode leg would wait for a KV cache that never comes.
 */
final class PrefillLeg implements Leg.Owner {

    private final Leg leg;
    private final Booking booking;
    private final UsageTap usage;
    private boolean successHead;
    private @Nullable Runnable connected;
    private @Nullable Handler<AnswerHead> success;
    private @Nullable Handler<LegFault> fault;
    private @Nullable Handler<Throwable> broke;

    PrefillLeg(Leg leg, Booking booking, UsageTap usage) {
        this.leg = leg;
        this.booking = booking;
        this.usage = usage;
    }

    /** Whether the worker has begun to say yes; a connection that breaks later has done its part. */
    boolean successHead() {
        return successHead;
    }

    Target target() {
        return leg.target();
    }

    /** A fault of this leg that only a reader of its answer can see. */
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
     * @param later called when there is one, where that has to be waited for
     * @param lost called at most once, instead
     * @param broken called when the router itself fails, now or later
     */
    boolean open(LegClient client, Runnable later, Handler<LegFault> lost, Handler<Throwable> broken) {
        connected = later;
        fault = lost;
        broke = broken;
        return leg.open(client, this);
    }

    /**
     * Sends the open leg and drops its answer.
     *
     * @param done called when prefill is complete; its load is released by then
     * @param lost called at most once, instead
     */
    void start(Runnable done, Handler<LegFault> lost) {
        fault = lost;
        success = head -> drain(head, done, lost);
        leg.send();
    }

    /**
     * Opens and sends the leg, and reads its answer.
     *
     * @param maxBytes a larger answer is a fault
     * @param begun called when the head of a good answer has come
     * @param done gets the body when prefill is complete; its load is released by then
     * @param lost called at most once, instead
     * @param broken called when the router itself fails
     */
    void ask(
            LegClient client,
            int maxBytes,
            Runnable begun,
            Handler<Buffer> done,
            Handler<LegFault> lost,
            Handler<Throwable> broken) {
        success = head -> {
            begun.run();
            hold(head, maxBytes, done, lost);
        };
        if (open(client, leg::send, lost, broken)) {
            leg.send();
        }
    }

    @Override
    public void connected() {
        Objects.requireNonNull(connected, "told of by open").run();
    }

    @Override
    public void lost(LegFault failure) {
        Objects.requireNonNull(fault, "told of by open").handle(failure);
    }

    @Override
    public void broken(Throwable cause) {
        Objects.requireNonNull(broke, "told of by open").handle(cause);
    }

    @Override
    public void answered(AnswerHead head) {
        if (LegStatus.success(head)) {
            successHead = true;
            usage.begin(head);
            Objects.requireNonNull(success, "told of before the leg is sent").handle(head);
        } else {
            LegStatus.hold(leg, head, this::lost);
        }
    }

    private void hold(AnswerHead head, int maxBytes, Handler<Buffer> done, Handler<LegFault> fault) {
        leg.hold(
                head,
                maxBytes,
                whole -> {
                    booking.release();
                    usage.take(whole.body());
                    usage.end();
                    done.handle(whole.body());
                },
                fault);
    }

    private void drain(AnswerHead head, Runnable done, Handler<LegFault> fault) {
        ErrorEventScan scan = ErrorEventScan.of(head.header(HttpHeaders.CONTENT_TYPE));
        leg.read(
                chunk -> {
                    scan.feed(chunk);
                    usage.take(chunk);
                },
                () -> {
                    WorkerAnswer error = scan.error();
                    if (error != null) {
                        booking.fail();
                        fault.handle(leg.fault(LegFault.Kind.ERROR_EVENT, error, "error event in a 200 stream"));
                        return;
                    }
                    booking.release();
                    usage.end();
                    done.run();
                },
                broken -> fault.handle(leg.fault(LegFault.Kind.TRUNCATED, null, String.valueOf(broken.getMessage()))));
    }

    /** Closes the leg if it is open and ends its booking, as far as it had come. */
    void finish() {
        leg.close();
        LegStatus.endBooking(leg, booking);
    }
}

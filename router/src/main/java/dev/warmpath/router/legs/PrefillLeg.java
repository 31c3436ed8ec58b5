package dev.warmpath.router.legs;

import dev.warmpath.scorer.load.Booking;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;

/**
 * The prefill leg of a concurrent pair. Its answer is of no interest to the client unless it is an error, so it is read
 * and dropped; but a 200 stream may carry an error event in place of a token, and then the decode leg would wait for a
 * KV cache that never comes.
 */
final class PrefillLeg {

    private final Leg leg;
    private final Booking booking;
    private boolean successHead;

    PrefillLeg(Leg leg, Booking booking) {
        this.leg = leg;
        this.booking = booking;
    }

    /** Whether the worker has begun to say yes; a connection that breaks later has done its part. */
    boolean successHead() {
        return successHead;
    }

    /**
     * Sends the leg.
     *
     * @param done called when prefill is complete; its load is released by then
     * @param fault called at most once, instead
     */
    void start(LegClient client, Runnable done, Handler<LegFault> fault) {
        leg.send(client).onComplete(head -> {
            if (head.failed()) {
                if (head.cause() instanceof LegFault failure) {
                    fault.handle(failure);
                }
            } else if (LegStatus.success(head.result())) {
                successHead = true;
                drain(head.result(), done, fault);
            } else {
                LegStatus.hold(leg, head.result(), fault);
            }
        });
    }

    private void drain(HttpClientResponse response, Runnable done, Handler<LegFault> fault) {
        ErrorEventScan scan = ErrorEventScan.of(response.getHeader("content-type"));
        response.handler((Buffer chunk) -> scan.feed(chunk));
        response.exceptionHandler(broken -> {
            if (!leg.closed()) {
                fault.handle(leg.fault(LegFault.Kind.TRUNCATED, null, String.valueOf(broken.getMessage())));
            }
        });
        response.endHandler(end -> {
            leg.markEnded();
            WorkerAnswer error = scan.error();
            if (error != null) {
                booking.fail();
                fault.handle(leg.fault(LegFault.Kind.ERROR_EVENT, error, "error event in a 200 stream"));
                return;
            }
            booking.release();
            done.run();
        });
        response.resume();
    }

    boolean ended() {
        return leg.ended();
    }

    /** Closes the leg if it is open and ends its booking, as far as it had come. */
    void finish() {
        leg.close();
        LegStatus.endBooking(leg, booking);
    }
}

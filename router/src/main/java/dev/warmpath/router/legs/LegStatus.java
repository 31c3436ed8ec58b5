package dev.warmpath.router.legs;

import dev.warmpath.scorer.load.Booking;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpClientResponse;

/** What both kinds of leg make of an answer's status, and of their own end. */
final class LegStatus {

    private LegStatus() {}

    /**
     * Whether a client can be told this status. Behind an interim one (1xx) it would wait for another, and take the next
     * answer on its connection for that. Behind a 205 the HTTP client reads no body, and the client waits for what
     * Content-Length says.
     */
    static boolean isFinal(int status) {
        return status >= 200 && status <= 999 && status != 205;
    }

    static boolean success(HttpClientResponse response) {
        return response.statusCode() >= 200 && response.statusCode() < 300;
    }

    /** Reads an unsuccessful answer whole and reports it as a fault that carries it. */
    static void hold(Leg leg, HttpClientResponse response, Handler<LegFault> fault) {
        leg.hold(
                response,
                Leg.MAX_HELD_BYTES,
                answer -> fault.handle(leg.fault(LegFault.Kind.STATUS, answer, "status " + answer.status())),
                fault);
    }

    /** Ends a booking the way its leg ended: never sent, broken off, or complete. */
    static void endBooking(Leg leg, Booking booking) {
        if (!leg.sent()) {
            booking.refund();
        } else if (leg.ended()) {
            booking.release();
        } else {
            booking.fail();
        }
    }
}

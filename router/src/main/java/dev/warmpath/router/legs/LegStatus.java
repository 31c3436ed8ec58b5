package dev.warmpath.router.legs;

import dev.warmpath.router.upstream.AnswerHead;
import dev.warmpath.scorer.load.Booking;
import io.vertx.core.Handler;

/** What both kinds of leg make of an answer's status, and of their own end. */
final class LegStatus {

    private LegStatus() {}

    /**
     * Whether a client can be told this status. Behind a 101 it would speak another protocol. Behind a 205 no body is read,
     * and the client waits for what Content-Length says.
     */
    static boolean isFinal(int status) {
        return status >= 200 && status <= 999 && status != 205;
    }

    static boolean success(AnswerHead head) {
        return head.status() >= 200 && head.status() < 300;
    }

    /** Reads an unsuccessful answer whole and reports it as a fault that carries it. */
    static void hold(Leg leg, AnswerHead head, Handler<LegFault> fault) {
        leg.hold(
                head,
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

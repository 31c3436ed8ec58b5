package dev.warmpath.router.legs;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;

/** One try to serve a request, with all its legs and bookings. Used from its event loop only. */
public interface Attempt {

    /** Waits for the answer to begin. */
    interface Opening {

        /** It has begun. */
        void begun(Answer answer);

        /** It does not begin; no leg is open any more. */
        void failed(LegFault fault);
    }

    /**
     * Sends the legs.
     *
     * @param opening is told once how the answer begins, perhaps before this returns; not at all when the attempt is
     *     closed before. Not held any longer than that: a stream may go on for half an hour, and needs no prompt for it
     * @param broken is told when the router itself fails over what a leg tells, before the answer, inside it or behind it;
     *     the attempt is closed then
     */
    void start(Opening opening, Handler<Throwable> broken);

    /** Whether a byte of any leg may have reached an engine; also after the end. */
    boolean sent();

    /** Ends an answer that was {@linkplain Answer#whole whole} when it began: nothing is left to be read. */
    void readWhole();

    /**
     * Reads the answer from its second chunk on; call once, after it has begun.
     *
     * @param chunk each further piece of the body
     * @param end called when the answer is complete
     * @param fault called instead of {@code end} when a leg fails: no leg is open any more then
     */
    void read(Handler<Buffer> chunk, Runnable end, Handler<LegFault> fault);

    /** Stops and resumes reading, for back-pressure. */
    void pause();

    void resume();

    /** Tokens were seen in the answer; they grow the decode booking. */
    void generated(int tokens);

    /** Closes every open leg and ends every booking; for clients that left and clocks that ran out. Idempotent. */
    void close();

    /** Completes when no leg is open and no booking is left. */
    Future<Void> ended();
}

package dev.warmpath.router.legs;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;

/** One try to serve a request, with all its legs and bookings. Used from its event loop only. */
public interface Attempt {

    /**
     * Sends the legs.
     *
     * @return the answer's beginning, or a {@link LegFault} after which no leg is open any more
     */
    Future<Answer> start();

    /** Whether a byte of any leg may have reached an engine; also after the end. */
    boolean sent();

    /**
     * Reads the answer from its second chunk on; call once, after {@link #start} has succeeded.
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

package dev.warmpath.router.disagg;

import io.vertx.core.buffer.Buffer;

/** What a prefill leg's answer means for the decode leg that follows it. */
public sealed interface HandOff {

    /** Decode fetches what prefill computed; this is its request body. */
    record Given(Buffer decodeBody) implements HandOff {}

    /** Prefill gave nothing to fetch. */
    record Missing(HandOffGap gap) implements HandOff {}

    /**
     * The answer is none of an engine's.
     *
     * @param detail what was wrong with it, without its content
     */
    record Unreadable(String detail) implements HandOff {}

    /** Reads hand-offs for one attempt. */
    interface Reader {

        /**
         * Tells what follows from prefill's answer.
         *
         * @param prefillAnswer the whole body of an answer of 200
         */
        HandOff read(Buffer prefillAnswer);
    }
}

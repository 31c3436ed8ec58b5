package dev.warmpath.it.chaos;

/**
 * What one client got.
 *
 * @param status status of the answer, or 0 if there was none
 * @param body bytes of its body so far
 * @param firstByteNanos when the first of them came, or 0
 * @param ending how it ended for the client
 * @param retryAfterSeconds when to ask again, as the answer has it; 0 where it does not say
 */
record ClientAnswer(int status, byte[] body, long firstByteNanos, Ending ending, int retryAfterSeconds) {

    /** How an exchange ended. */
    enum Ending {
        /** HTTP says that the answer is whole. */
        WHOLE,
        /** The connection ended inside the answer, or before it. */
        BROKEN,
        /** The client left of its own accord. */
        LEFT,
        /** The client's patience ended. */
        HUNG
    }
}

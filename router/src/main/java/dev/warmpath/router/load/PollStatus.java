package dev.warmpath.router.load;

import java.time.Instant;

/**
 * How the questions for a worker's own load go.
 *
 * @param source path that was asked last, {@code load stream} while that is heard, or empty
 * @param detail what went wrong, or why the load stream is not heard, or empty
 * @param since when this state began
 * @param unheard whether the worker has a load stream that is listened to and not heard
 */
public record PollStatus(PollState state, String source, String detail, Instant since, boolean unheard) {

    /** Of a worker of which no stream is listened to in vain. */
    public PollStatus(PollState state, String source, String detail, Instant since) {
        this(state, source, detail, since, false);
    }
}

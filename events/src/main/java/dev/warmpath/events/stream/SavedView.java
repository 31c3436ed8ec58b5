package dev.warmpath.events.stream;

import org.jspecify.annotations.Nullable;

/**
 * One rank's view as an earlier run left it. Its stream brings it in before it connects, and then goes on from
 * {@link #position} as after a lost connection, but for one thing: a hole that no replay fills costs the view, where one
 * that opens later costs trust.
 *
 * <p>Until the publisher has continued it, the view is believed as the stream's state says: {@code connecting}, then
 * {@code recovering}, or {@code suspect} where there is no replay.
 *
 * <p>All calls come from the stream's thread. They must not block; one that throws costs the view and nothing else.
 */
public interface SavedView {

    /** Brings one more part into the rank's view, small enough not to hold up other streams; false when all is in. */
    boolean bringMore();

    /** Where the stream stood; null when the view cannot be used, and nothing of it is in. Asked when all is in. */
    @Nullable
    StreamPosition position();

    /** What became of it; told once. When it was not continued, the rank's view has been dropped by now. */
    void became(Resumption outcome);

    /** Its stream ended, or it could not be brought in, before anything became of it. */
    void unused();
}

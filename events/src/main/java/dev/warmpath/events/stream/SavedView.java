package dev.warmpath.events.stream;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One rank's view as an earlier run left it. Its stream has it brought in before it connects, and then goes on from where
 * the earlier one stood as after a lost connection, but for one thing: a hole that no replay fills costs the view, where
 * one that opens later costs trust.
 *
 * <p>Until the publisher has continued it, the view is believed as the stream's state says: {@code connecting}, then
 * {@code recovering}, or {@code suspect} where there is no replay.
 *
 * <p>All calls come from the stream's thread and must not block.
 */
public interface SavedView {

    /**
     * Begins to bring the view in, on another thread: the stream writes nothing before it is told where the earlier one
     * stood; null when the view cannot be used, and then nothing of it is in.
     *
     * @param done to be called once, from any thread
     */
    void bringIn(Consumer<@Nullable StreamPosition> done);

    /** What became of a view that was brought in; told once. When it was not continued, it has been dropped by now. */
    void became(Resumption outcome);

    /** The stream ended before anything became of it. */
    void unused();
}

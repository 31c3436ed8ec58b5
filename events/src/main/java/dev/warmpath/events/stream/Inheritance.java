package dev.warmpath.events.stream;

import dev.warmpath.events.zmq.SocketLoop;
import org.jspecify.annotations.Nullable;

/**
 * What an earlier run left to one stream: brought in before the stream connects, and told what became of it. Owned by the
 * stream's thread.
 */
final class Inheritance {

    private final SocketLoop loop;
    private final SequenceTracker tracker;
    private final BatchApplier applier;

    /** Until it is known what became of it. */
    private @Nullable SavedView saved;

    private boolean ended;

    Inheritance(SocketLoop loop, SequenceTracker tracker, BatchApplier applier) {
        this.loop = loop;
        this.tracker = tracker;
        this.applier = applier;
    }

    /** Brings it in, if there is anything. {@code then} is what follows. */
    void begin(@Nullable SavedView left, Runnable then) {
        if (left == null) {
            then.run();
            return;
        }
        saved = left;
        left.bringIn(position -> loop.execute(() -> {
            if (!ended) {
                takeUp(position);
                then.run();
            }
        }));
    }

    private void takeUp(@Nullable StreamPosition position) {
        if (position == null) {
            saved = null;
        } else {
            tracker.resume(position);
        }
    }

    /** The publisher has shown whether it continues the view. */
    void became(Resumption outcome) {
        SavedView left = saved;
        saved = null;
        if (outcome == Resumption.GAP) {
            applier.drop();
        }
        if (left != null) {
            left.became(outcome);
        }
    }

    /** The stream ends. */
    void end() {
        ended = true;
        SavedView left = saved;
        saved = null;
        if (left != null) {
            left.unused();
        }
    }
}

package dev.warmpath.events.stream;

import dev.warmpath.events.kv.Target;
import dev.warmpath.events.zmq.SocketLoop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an earlier run left to one stream: brought in before the stream connects, and told what became of it. Owned by the
 * stream's thread.
 */
final class Inheritance {

    private static final Logger log = LoggerFactory.getLogger(Inheritance.class);

    private final Target target;
    private final SocketLoop loop;
    private final SequenceTracker tracker;
    private final BatchApplier applier;

    /** Until it is known what became of it. */
    private @Nullable SavedView saved;

    private boolean ended;

    Inheritance(Target target, SocketLoop loop, SequenceTracker tracker, BatchApplier applier) {
        this.target = target;
        this.loop = loop;
        this.tracker = tracker;
        this.applier = applier;
    }

    /** @param then what follows when all is in, or nothing was to be brought in */
    void begin(@Nullable SavedView left, Runnable then) {
        saved = left;
        bringIn(then);
    }

    /** Part by part, so that other streams of this thread get their turns. */
    private void bringIn(Runnable then) {
        SavedView left = saved;
        if (ended) {
            return;
        }
        try {
            if (left != null && left.bringMore()) {
                loop.execute(() -> bringIn(then));
                return;
            }
            StreamPosition position = left == null ? null : left.position();
            if (position == null) {
                saved = null;
            } else {
                tracker.resume(position);
            }
        } catch (RuntimeException failed) {
            log.atError().setCause(failed).addKeyValue("target", target).log("a saved view could not be brought in");
            applier.drop();
            leaveUnused();
        }
        then.run();
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
        leaveUnused();
    }

    private void leaveUnused() {
        SavedView left = saved;
        saved = null;
        if (left != null) {
            left.unused();
        }
    }
}

package dev.warmpath.router.watch;

import io.vertx.core.Future;
import java.time.Duration;

/** One question that one worker is asked again and again, with what is remembered between two times. */
public interface Interview {

    /** Of a worker that is never asked. */
    Interview NONE = new Interview() {

        @Override
        public boolean wanted() {
            return false;
        }

        @Override
        public Duration pause() {
            return Duration.ZERO;
        }

        @Override
        public Future<Runnable> ask() {
            throw new IllegalStateException("nobody wants to know");
        }
    };

    /** Whether there is something to ask now. Called at every look while no question is open, so it must be cheap. */
    default boolean wanted() {
        return true;
    }

    /**
     * How long is waited before the next question: from the end of the last one, or from when the worker joined. Called at
     * every look, so a pause may become shorter while it lasts.
     */
    Duration pause();

    /**
     * Asks once. The future must end, within a time of the question's own.
     *
     * @return what follows from the answer; not done for a worker that has left the fleet meanwhile, because nothing may
     *     be said of it any more, and a namesake is another worker
     */
    Future<Runnable> ask();

    /** The worker has left the fleet: nothing is asked any more, though an answer may still be on its way. */
    default void left() {}
}

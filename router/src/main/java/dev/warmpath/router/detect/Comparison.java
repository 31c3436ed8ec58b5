package dev.warmpath.router.detect;

import dev.warmpath.router.fleet.worker.EngineFinding;
import dev.warmpath.router.fleet.worker.EngineState;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.remote.WorkerCall;
import dev.warmpath.router.watch.Interview;
import io.vertx.core.Future;
import java.time.Duration;

/**
 * Holds what a worker says of itself against its configuration, which names the engine. The worker is asked once it can be
 * reached, and again each time that it is back, for it may have been started otherwise meanwhile; whatever it says keeps no
 * request from it.
 */
final class Comparison implements Interview {

    private final WorkerCall calls;
    private final Worker worker;
    private final Duration timeout;
    private final GrowingPause pause;
    private boolean done;

    /**
     * Compares one worker.
     *
     * @param timeout of each question
     * @param most longest pause between two questions
     */
    Comparison(WorkerCall calls, Worker worker, Duration timeout, Duration most) {
        this.calls = calls;
        this.worker = worker;
        this.timeout = timeout;
        this.pause = new GrowingPause(most);
    }

    @Override
    public boolean wanted() {
        if (worker.away()) {
            done = false;
            pause.restart();
            return false;
        }
        return !done;
    }

    @Override
    public Duration pause() {
        return pause.length();
    }

    @Override
    public Future<Runnable> ask() {
        pause.asked();
        return new Introspection(calls, worker, timeout).run().map(found -> () -> take(found));
    }

    private void take(EngineFinding found) {
        pause.grow();
        if (found.state() == EngineState.UNREACHABLE) {
            return;
        }
        // No engine's answer is one too: asked again, it would be the same.
        done = true;
        EngineFinding before = worker.engine().finding();
        worker.engine().compared(found);
        if (!found.mismatches().equals(before.mismatches())) {
            Mismatches.warn(worker, found.mismatches());
        }
    }
}

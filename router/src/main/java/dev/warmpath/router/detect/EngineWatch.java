package dev.warmpath.router.detect;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.EngineFinding;
import dev.warmpath.router.fleet.worker.EngineState;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.fleet.worker.WorkerEngine;
import dev.warmpath.router.remote.WorkerCall;
import dev.warmpath.router.watch.Interview;
import dev.warmpath.router.watch.RoundOfCalls;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks workers which engine they run: those whose configuration says it only to compare ({@link Comparison}), the others
 * because requests cannot be written for an engine that is not known. Such a worker is asked until it has told, each time
 * after a longer pause, up to the interval of its health probes; no request reaches it before. When it goes out of reach
 * (unhealthy, or its connections failed) what it had told is doubted, because its URL may hold another engine by then. Its
 * next answer counts at once, for a breaker tries no worker that is kept out for another reason; it is asked on while it is
 * away, and once more when it is back, so that an answer of what was about to go does not last.
 */
public final class EngineWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(EngineWatch.class);

    /** SGLang's server information holds all its arguments and the state of every scheduler. */
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    private final Supplier<FleetView> fleet;
    private final HealthSettings usual;
    private final Consumer<Worker> detected;
    private WorkerCall calls;

    /** One worker whose engine is not configured. */
    private final class Suspect implements Interview {

        private final Worker worker;
        private final HealthSettings clocks;
        private final WorkerEngine engine;
        private final GrowingPause pause;
        private @Nullable Engine before;
        private boolean wasAway;
        private boolean backUnasked;

        Suspect(Worker worker, HealthSettings clocks) {
            this.worker = worker;
            this.clocks = clocks;
            this.pause = new GrowingPause(clocks.interval());
            this.engine = worker.engine();
        }

        /** Doubts what is known when the worker goes out of reach, and asks once more when it is back. */
        @Override
        public boolean wanted() {
            boolean away = worker.away();
            if (away != wasAway) {
                wasAway = away;
                pause.restart();
                backUnasked = !away;
                if (away && engine.known() != null) {
                    tell(EngineFinding.unknown(EngineState.UNREACHABLE, "out of reach since it was detected"));
                }
            }
            return engine.known() == null || away || backUnasked;
        }

        @Override
        public Duration pause() {
            return pause.length();
        }

        @Override
        public Future<Runnable> ask() {
            pause.asked();
            backUnasked = false;
            return new Introspection(calls, worker, clocks.timeout()).run().map(found -> () -> {
                pause.grow();
                tell(found);
            });
        }

        /** One line per change; what was known before stands with its time. */
        private void tell(EngineFinding found) {
            EngineFinding last = engine.finding();
            boolean sameState = last.state() == found.state() && last.engine() == found.engine();
            if (sameState
                    && last.detail().equals(found.detail())
                    && last.account().equals(found.account())
                    && last.mismatches().equals(found.mismatches())) {
                return;
            }
            engine.found(found);
            Engine now = found.engine();
            if (now != null) {
                known(found, now);
            } else if (!sameState) {
                log.atWarn()
                        .addKeyValue("worker", worker.id())
                        .addKeyValue("reason", found.state().key())
                        .addKeyValue("detail", found.detail())
                        .log("engine of a worker is not known: it gets no requests");
            }
        }

        private void known(EngineFinding found, Engine now) {
            log.atInfo()
                    .addKeyValue("worker", worker.id())
                    .addKeyValue("engine", now)
                    .addKeyValue("told_by", found.detail())
                    .log("engine of a worker detected");
            if (before != null && before != now) {
                log.atWarn()
                        .addKeyValue("worker", worker.id())
                        .addKeyValue("before", before)
                        .addKeyValue("engine", now)
                        .log("worker came back with another engine");
            }
            before = now;
            Mismatches.warn(worker, found.mismatches());
            detected.accept(worker);
        }
    }

    /**
     * @param usual clocks for workers without health settings of their own
     * @param detected is told of each worker whose engine has become known
     */
    @SuppressWarnings("NullAway.Init")
    public EngineWatch(Supplier<FleetView> fleet, HealthSettings usual, Consumer<Worker> detected) {
        this.fleet = fleet;
        this.usual = usual;
        this.detected = detected;
    }

    @Override
    public Future<?> start() {
        calls = WorkerCall.overOwnConnections(vertx, MAX_ANSWER_BYTES);
        RoundOfCalls.start(vertx, fleet, this::admit);
        return Future.succeededFuture();
    }

    /** A worker that is not to be probed is asked only what must be known. */
    private Interview admit(Worker worker) {
        HealthSettings clocks = worker.clocks(usual);
        if (!worker.engine().configured()) {
            return new Suspect(worker, clocks);
        }
        return clocks.enabled() ? new Comparison(calls, worker, clocks.timeout(), clocks.interval()) : Interview.NONE;
    }
}

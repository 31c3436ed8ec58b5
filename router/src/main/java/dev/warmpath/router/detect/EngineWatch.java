package dev.warmpath.router.detect;

import dev.warmpath.config.settings.Engine;
import dev.warmpath.config.settings.HealthSettings;
import dev.warmpath.router.fleet.EngineFinding;
import dev.warmpath.router.fleet.EngineFinding.Mismatch;
import dev.warmpath.router.fleet.EngineState;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.router.fleet.WorkerEngine;
import dev.warmpath.router.remote.WorkerCall;
import dev.warmpath.router.watch.Interview;
import dev.warmpath.router.watch.RoundOfCalls;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Ineligibility;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks workers which engine they run, those whose configuration does not say. A worker is asked until it has told, each
 * time after a longer pause, up to the interval of its health probes; no request reaches it before. When it goes out of
 * reach (unhealthy, or its connections failed) what it had told is doubted, because its URL may hold another engine by then.
 * Its next answer counts at once, for a breaker tries no worker that is kept out for another reason; it is asked on while it
 * is away, and once more when it is back, so that an answer of what was about to go does not last.
 */
public final class EngineWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(EngineWatch.class);

    private static final Duration LEAST_PAUSE = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 10;

    /** SGLang's server information holds all its arguments and the state of every scheduler. */
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    private final Supplier<FleetView> fleet;
    private final HealthSettings usual;
    private final Consumer<Worker> detected;
    private WorkerCall calls;

    /** One worker whose engine is not configured. */
    private final class Suspect implements Interview {

        private final Worker worker;
        private final WorkerEngine engine;
        private @Nullable Engine before;
        private boolean asked;
        private boolean wasAway;
        private boolean backUnasked;
        private int vain;

        Suspect(Worker worker) {
            this.worker = worker;
            this.engine = worker.engine();
        }

        /** Doubts what is known when the worker goes out of reach, and asks once more when it is back. */
        @Override
        public boolean wanted() {
            boolean away = away();
            if (away != wasAway) {
                wasAway = away;
                vain = 0;
                backUnasked = !away;
                if (away && engine.known() != null) {
                    tell(EngineFinding.unknown(EngineState.UNREACHABLE, "out of reach since it was detected"));
                }
            }
            return engine.known() == null || away || backUnasked;
        }

        private boolean away() {
            Candidate any = worker.ranks().get(0).candidate();
            return any.barred(Ineligibility.UNHEALTHY) || any.barred(Ineligibility.UNREACHABLE);
        }

        @Override
        public Duration pause() {
            if (!asked) {
                return Duration.ZERO;
            }
            Duration longer = LEAST_PAUSE.multipliedBy(1L << Math.min(vain, MOST_DOUBLINGS));
            Duration most = worker.clocks(usual).interval();
            return longer.compareTo(most) < 0 ? longer : most;
        }

        @Override
        public Future<Runnable> ask() {
            asked = true;
            backUnasked = false;
            return new Introspection(calls, worker, worker.clocks(usual).timeout())
                    .run()
                    .map(found -> () -> {
                        vain++;
                        tell(found);
                    });
        }

        /** One line per change; what was known before stands with its time. */
        private void tell(EngineFinding found) {
            EngineFinding last = engine.finding();
            boolean sameState = last.state() == found.state() && last.engine() == found.engine();
            if (sameState
                    && last.detail().equals(found.detail())
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
            found.mismatches().forEach(this::warn);
            detected.accept(worker);
        }

        private void warn(Mismatch mismatch) {
            log.atWarn()
                    .addKeyValue("worker", worker.id())
                    .addKeyValue("key", mismatch.key())
                    .addKeyValue("configured", mismatch.configured())
                    .addKeyValue("told", mismatch.told())
                    .log("worker's engine contradicts its configuration, which holds until it is corrected");
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
        calls = new WorkerCall(
                vertx,
                vertx.createHttpClient(
                        new HttpClientOptions().setKeepAlive(false), new PoolOptions().setHttp1MaxSize(2)),
                MAX_ANSWER_BYTES);
        RoundOfCalls.start(vertx, fleet, worker -> worker.engine().configured() ? Interview.NONE : new Suspect(worker));
        return Future.succeededFuture();
    }
}

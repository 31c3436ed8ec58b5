package dev.warmpath.router.bootstrap;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.router.disagg.vllm.VllmMooncake;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.TransferNames;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.remote.WorkerCall;
import dev.warmpath.router.watch.Interview;
import dev.warmpath.router.watch.RoundOfCalls;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the transfer names of the fleet's prefill workers up to date, so that no request waits for one. A worker is asked
 * until it has told them, then as often as its health is asked for, and at once when a hand-off has failed.
 */
public final class BootstrapWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(BootstrapWatch.class);

    /** Between two questions to a worker, however much its names are doubted. */
    private static final Duration LEAST_PAUSE = Duration.ofMillis(250);
    /** A thousand ranks with their workers' addresses. */
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    private final Supplier<FleetView> fleet;
    private final HealthSettings usual;
    private WorkerCall calls;

    /** One worker that has names to tell. */
    private final class Namer implements Interview {

        private final Worker worker;
        private final TransferNames names;
        private boolean asked;
        private boolean answered;

        Namer(Worker worker) {
            this.worker = worker;
            this.names = worker.transferNames();
        }

        @Override
        public Duration pause() {
            if (!asked) {
                return Duration.ZERO;
            }
            return !answered || names.doubted()
                    ? LEAST_PAUSE
                    : worker.clocks(usual).interval();
        }

        @Override
        public Future<Runnable> ask() {
            asked = true;
            names.takeDoubt();
            // Plain HTTP whatever the worker's own port speaks, so the worker's credentials stay out of it.
            RequestOptions where = worker.request(
                    HttpMethod.GET, VllmMooncake.bootstrapPort(worker.settings().bootstrapPort()), "/query");
            return calls.send(where, Buffer.buffer(), worker.clocks(usual).timeout())
                    .map(this::read)
                    .<Runnable>map(told -> () -> told(told))
                    .otherwise(failed -> () -> silent(String.valueOf(failed.getMessage())));
        }

        private Map<Integer, String> read(Buffer answer) {
            try {
                return NamesAnswer.read(answer.getBytes(), worker.settings());
            } catch (IOException unreadable) {
                throw new IllegalStateException(String.valueOf(unreadable.getMessage()));
            }
        }

        private void told(Map<Integer, String> told) {
            names.told(told);
            if (!answered) {
                answered = true;
                log.atInfo().addKeyValue("worker", worker.id()).log("bootstrap server tells its names");
            }
        }

        private void silent(String why) {
            boolean news = answered || names.trouble().isEmpty();
            answered = false;
            names.unanswered(why);
            if (news) {
                log.atWarn()
                        .addKeyValue("worker", worker.id())
                        .addKeyValue("detail", why)
                        .log("bootstrap server does not tell its names");
            }
        }
    }

    /** @param usual clocks for workers without health settings of their own */
    @SuppressWarnings("NullAway.Init")
    public BootstrapWatch(Supplier<FleetView> fleet, HealthSettings usual) {
        this.fleet = fleet;
        this.usual = usual;
    }

    @Override
    public Future<?> start() {
        calls = WorkerCall.overOwnConnections(vertx, MAX_ANSWER_BYTES);
        RoundOfCalls.start(
                vertx, fleet, worker -> worker.transferNames().needed() ? new Namer(worker) : Interview.NONE);
        return Future.succeededFuture();
    }
}

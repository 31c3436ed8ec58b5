package dev.warmpath.router.detect;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.remote.WorkerCall;
import dev.warmpath.router.watch.Interview;
import dev.warmpath.router.watch.RoundOfCalls;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks workers which LoRA adapters they serve, by {@code GET /v1/models}, as often as they are probed: engines load
 * adapters while they run. A worker that cannot be asked, or has health checks off, has told nothing.
 */
public final class AdapterWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(AdapterWatch.class);

    /** Some thousands of models. */
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    private final Supplier<FleetView> fleet;
    private final HealthSettings usual;
    private WorkerCall calls;

    /** @param usual clocks for workers without health settings of their own */
    @SuppressWarnings("NullAway.Init")
    public AdapterWatch(Supplier<FleetView> fleet, HealthSettings usual) {
        this.fleet = fleet;
        this.usual = usual;
    }

    @Override
    public Future<?> start() {
        calls = WorkerCall.overOwnConnections(vertx, MAX_ANSWER_BYTES);
        RoundOfCalls.start(vertx, fleet, this::admit);
        return Future.succeededFuture();
    }

    private Interview admit(Worker worker) {
        HealthSettings clocks = worker.clocks(usual);
        return clocks.enabled() ? new Listing(worker, clocks) : Interview.NONE;
    }

    /** One worker. */
    private final class Listing implements Interview {

        private final Worker worker;
        private final HealthSettings clocks;
        private boolean asked;

        Listing(Worker worker, HealthSettings clocks) {
            this.worker = worker;
            this.clocks = clocks;
        }

        @Override
        public boolean wanted() {
            return !worker.away() && worker.engine().known() != null;
        }

        @Override
        public Duration pause() {
            return asked ? clocks.interval() : Duration.ZERO;
        }

        @Override
        public Future<Runnable> ask() {
            asked = true;
            return calls.send(WorkerCall.to(worker, HttpMethod.GET, "/v1/models"), Buffer.buffer(), clocks.timeout())
                    .map(answer -> take(EngineAnswer.read(answer.getBytes()).adapters()))
                    .otherwise(() -> {});
        }

        private Runnable take(Map<String, String> listed) {
            return () -> {
                // Older releases of SGLang list none, whatever they serve.
                boolean says = !listed.isEmpty()
                        || worker.engine().known() == Engine.VLLM
                        || !worker.adapters().names().isEmpty();
                if (says && worker.adapters().told(listed) && !listed.isEmpty()) {
                    log.atInfo()
                            .addKeyValue("worker", worker.id())
                            .addKeyValue("adapters", listed.size())
                            .log("worker lists other adapters than before");
                }
            };
        }
    }
}

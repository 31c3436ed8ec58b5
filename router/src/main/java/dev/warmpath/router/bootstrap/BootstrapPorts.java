package dev.warmpath.router.bootstrap;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees whether anybody listens at the bootstrap ports of SGLang's prefill workers. The router itself has no business
 * there; decode workers have, and where they find nobody every hand-off fails while all workers look healthy. What is
 * seen from here need not be what they see, so it bars nobody and is only told.
 *
 * <p>One connection per worker and health interval, closed at once; none where probes are off. Lives on its event loop;
 * {@link #trouble} may be called from any thread.
 */
public final class BootstrapPorts extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(BootstrapPorts.class);

    /** SGLang's own default. */
    private static final int USUAL_PORT = 8998;

    private static final long TICK_MILLIS = 250;

    private final Supplier<FleetView> fleet;
    private final HealthSettings usual;
    private final Map<Worker, Long> askedAt = new HashMap<>();
    private final Map<String, String> troubles = new ConcurrentHashMap<>();
    private @Nullable NetClient client;

    /** @param usual clocks for workers without health settings of their own */
    public BootstrapPorts(Supplier<FleetView> fleet, HealthSettings usual) {
        this.fleet = fleet;
        this.usual = usual;
    }

    @Override
    public Future<?> start() {
        client = vertx.createNetClient(
                new NetClientOptions().setConnectTimeout((int) usual.timeout().toMillis()));
        vertx.setPeriodic(0, TICK_MILLIS, tick -> look());
        return Future.succeededFuture();
    }

    /** What kept the last connection to a worker's bootstrap port from being made; empty while nothing does. */
    public String trouble(String worker) {
        return troubles.getOrDefault(worker, "");
    }

    private void look() {
        FleetView view = fleet.get();
        askedAt.keySet().removeIf(worker -> !worker.equals(view.worker(worker.id())));
        troubles.keySet().removeIf(id -> view.worker(id) == null);
        long now = System.nanoTime();
        for (Worker worker : view.workers()) {
            HealthSettings clocks = worker.clocks(usual);
            Long last = askedAt.get(worker);
            boolean due = last == null || now - last >= clocks.interval().toNanos();
            if (due && clocks.enabled() && listens(worker)) {
                askedAt.put(worker, now);
                connect(worker);
            }
        }
    }

    private static boolean listens(Worker worker) {
        return worker.settings().role() == Role.PREFILL && worker.settings().protocol() == Protocol.SGLANG_BOOTSTRAP;
    }

    private void connect(Worker worker) {
        NetClient connector = client;
        if (connector == null) {
            return;
        }
        Integer configured = worker.settings().bootstrapPort();
        int port = configured == null ? USUAL_PORT : configured;
        connector.connect(port, worker.host()).onComplete(done -> {
            if (done.succeeded()) {
                done.result().close();
            }
            tell(
                    worker,
                    port,
                    done.succeeded() ? "" : String.valueOf(done.cause().getMessage()));
        });
    }

    private void tell(Worker worker, int port, String trouble) {
        if (!worker.equals(fleet.get().worker(worker.id()))) {
            return;
        }
        String before = trouble.isEmpty() ? troubles.remove(worker.id()) : troubles.put(worker.id(), trouble);
        if (trouble.isEmpty() != (before == null)) {
            (trouble.isEmpty() ? log.atInfo() : log.atWarn())
                    .addKeyValue("worker", worker.id())
                    .addKeyValue("port", port)
                    .addKeyValue("detail", trouble)
                    .log(trouble.isEmpty() ? "bootstrap port is open" : "nobody answers at the bootstrap port");
        }
    }
}

package dev.warmpath.it.sim;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Several simulated engines on one Vert.x instance, started and closed together. */
public final class SimFleet implements AutoCloseable {

    /** Of the pool that all engines share. */
    public static final int WORKER_THREADS = 4;

    private final Vertx vertx;
    private final List<SimEngine> engines = new ArrayList<>();

    private SimFleet() {
        this.vertx = Vertx.vertx(new VertxOptions().setWorkerPoolSize(WORKER_THREADS));
    }

    /** Engines of these kinds; each builder is given the fleet's Vert.x instance. */
    public static SimFleet start(List<SimEngineConfig.Builder> kinds) {
        SimFleet fleet = new SimFleet();
        try {
            for (SimEngineConfig.Builder kind : kinds) {
                fleet.engines.add(SimEngine.start(kind.vertx(fleet.vertx).build()));
            }
            return fleet;
        } catch (RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    /**
     * A fleet with disaggregation.
     *
     * @param prefills prefill workers, of {@code prefillRanks} ranks each
     * @param decodes decode workers, of {@code decodeRanks} ranks each
     * @param more what else differs from the defaults, for every engine
     */
    public static SimFleet disaggregated(
            Engine engine,
            int prefills,
            int prefillRanks,
            int decodes,
            int decodeRanks,
            UnaryOperator<SimEngineConfig.Builder> more) {
        List<SimEngineConfig.Builder> kinds = new ArrayList<>();
        for (int i = 0; i < prefills; i++) {
            kinds.add(more.apply(SimEngineConfig.builder(engine, Role.PREFILL)
                    .name("prefill-" + i)
                    .ranks(prefillRanks)));
        }
        for (int i = 0; i < decodes; i++) {
            kinds.add(more.apply(SimEngineConfig.builder(engine, Role.DECODE)
                    .name("decode-" + i)
                    .ranks(decodeRanks)));
        }
        return start(kinds);
    }

    /** Workers that do prefill and decode themselves. */
    public static SimFleet mixed(Engine engine, int workers, int ranks, UnaryOperator<SimEngineConfig.Builder> more) {
        List<SimEngineConfig.Builder> kinds = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            kinds.add(more.apply(SimEngineConfig.builder(engine, Role.MIXED)
                    .name("mixed-" + i)
                    .ranks(ranks)));
        }
        return start(kinds);
    }

    public List<SimEngine> engines() {
        return List.copyOf(engines);
    }

    public List<SimEngine> prefills() {
        return of(Role.PREFILL);
    }

    public List<SimEngine> decodes() {
        return of(Role.DECODE);
    }

    private List<SimEngine> of(Role role) {
        return engines.stream().filter(engine -> engine.config().role() == role).toList();
    }

    /** The entries for all engines in a router's configuration. */
    public List<WorkerSettings> workerSettings() {
        return engines.stream().map(SimEngine::workerSettings).toList();
    }

    @Override
    public void close() {
        engines.forEach(SimEngine::close);
        engines.clear();
        SimEngine.await(vertx.close());
    }
}

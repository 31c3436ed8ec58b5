package dev.warmpath.it.chaos;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.server.RouterServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fleets of all kinds, and one router in front of them, on free ports of loopback. */
final class ChaosFleet implements AutoCloseable {

    /** Clocks short enough for a run of a minute; everything else is the default. */
    private static final String SETTINGS = """
            server: {host: 127.0.0.1, port: 0, request_timeout: 10s, drain_delay: 0s, shutdown_grace: 1s}
            admin: {host: 127.0.0.1, port: 0}
            scoring:
              prefill: {overlap_weight: 20.0}
              decode: {overlap_weight: 2.0}
              mixed: {overlap_weight: 10.0}
            events: {idle_probe: 2s, replay_timeout: 2s, heartbeat: 1s}
            upstream: {connect_timeout: 1s, keep_alive: 1s}
            health: {interval: 500ms, timeout: 500ms, failures: 2, successes: 1}
            breaker: {open_min: 200ms, open_max: 2s}
            """;

    private final List<FleetKind> kinds;
    private final SimFleet engines;
    private final List<Member> members;
    private final RouterServer router;

    private ChaosFleet(List<FleetKind> kinds) {
        this.kinds = kinds;
        List<SimEngineConfig.Builder> wanted = new ArrayList<>();
        kinds.forEach(kind -> wanted.addAll(kind.engines()));
        this.engines = SimFleet.start(wanted);
        this.members = engines.engines().stream().map(Member::new).toList();
        try {
            this.router = RouterServer.start(settings());
        } catch (RuntimeException failed) {
            engines.close();
            throw failed;
        }
    }

    static ChaosFleet start(List<FleetKind> kinds) {
        return new ChaosFleet(kinds);
    }

    private WarmpathSettings settings() {
        StringBuilder yaml = new StringBuilder(SETTINGS).append("models:\n");
        kinds.forEach(kind -> yaml.append("  - {name: ").append(kind.model()).append("}\n"));
        yaml.append(WorkerYaml.of(engines.workerSettings()));
        LoadResult result =
                ConfigLoader.loadText(yaml.toString(), Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);
        if (result instanceof LoadResult.Loaded loaded) {
            return loaded.settings();
        }
        throw new IllegalStateException(result + "\n" + yaml);
    }

    RouterServer router() {
        return router;
    }

    List<FleetKind> kinds() {
        return kinds;
    }

    List<Member> members() {
        return members;
    }

    /** The router's view of an engine's ranks, in rank order. */
    List<Worker.Rank> ranks(Member member) {
        Worker worker = router.fleet().view().worker(member.engine().url().toString());
        if (worker == null) {
            throw new IllegalStateException(member.name() + " has left the fleet");
        }
        return worker.ranks();
    }

    @Override
    public void close() {
        router.close();
        engines.close();
    }
}

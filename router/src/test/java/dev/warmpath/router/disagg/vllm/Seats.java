package dev.warmpath.router.disagg.vllm;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.disagg.Seat;
import dev.warmpath.router.fleet.worker.Worker;
import java.net.URI;
import java.util.List;

/** Seats on vLLM workers. */
final class Seats {

    private Seats() {}

    static Seat of(Protocol protocol, Role role, int dpSize, int dpStart, int rank) {
        URI url = URI.create(role == Role.PREFILL ? "http://10.0.0.1:8000" : "http://10.0.0.2:8000");
        return of(url, protocol, role, dpSize, dpStart, rank);
    }

    static Seat of(URI url, Protocol protocol, Role role, int dpSize, int dpStart, int rank) {
        WorkerSettings settings =
                WorkerSettings.of(url, role, Engine.VLLM, protocol, List.of("m"), "default", dpSize, dpStart, 16);
        Worker worker = new Worker(url.toString(), settings, url.getHost(), url.getPort(), List.of(), null);
        return new Seat(worker, new Target(worker.id(), rank));
    }
}

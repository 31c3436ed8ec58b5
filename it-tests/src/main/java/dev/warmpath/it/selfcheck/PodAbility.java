package dev.warmpath.it.selfcheck;

import dev.warmpath.config.settings.discovery.KubernetesSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.it.sim.pods.PodServer;
import dev.warmpath.router.discovery.kubernetes.KubernetesSource;
import dev.warmpath.router.discovery.source.SourceFault;
import dev.warmpath.router.discovery.source.WantedSet;
import dev.warmpath.router.discovery.source.WorkerSource;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Discovers two pods with the client of Kubernetes: one that is there already, and one that its watch tells of. */
final class PodAbility implements Ability {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ENGINE_PORT = 30_000;

    @Override
    public String show() throws InterruptedException {
        try (PodServer api = new PodServer(PortBlockAllocator.system().allocate(1))) {
            api.start();
            api.put("first", PodServer.pod("first", "1", "10.0.0.1", Map.of(), Map.of()));
            WorkerSource source = new KubernetesSource("self-check", settings(api.port()), template());
            Told told = new Told();
            try {
                source.start(told);
                told.awaitWorkers(1);
                api.put("second", PodServer.pod("second", "2", "10.0.0.2", Map.of(), Map.of()));
                told.awaitWorkers(2);
            } finally {
                source.close();
            }
        }
        return "a pod was listed, and another came by a watch";
    }

    private static KubernetesSettings settings(int port) {
        return new KubernetesSettings(
                PodServer.NAMESPACE,
                "app=engine",
                KubernetesSettings.USUAL_LABEL_PREFIX,
                ENGINE_PORT,
                "http",
                URI.create("http://127.0.0.1:" + port),
                PodServer.TOKEN,
                null,
                null,
                KubernetesSettings.USUAL_INTERVAL,
                KubernetesSettings.USUAL_TIMEOUT);
    }

    private static WorkerTemplate template() {
        return new WorkerTemplate(
                Role.MIXED, Engine.SGLANG, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** Keeps what the source says until it is asked for. */
    private static final class Told implements WorkerSource.Listener {

        private final BlockingQueue<Object> said = new LinkedBlockingQueue<>();

        @Override
        public void wanted(WantedSet set) {
            said.add(set);
        }

        @Override
        public void broken(SourceFault fault) {
            said.add(fault);
        }

        void awaitWorkers(int count) throws InterruptedException {
            while (true) {
                @Nullable Object next = said.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                if (next == null) {
                    throw new IllegalStateException(
                            "pod number " + count + " was not discovered within " + PATIENCE.toSeconds() + " s");
                }
                if (next instanceof SourceFault fault) {
                    throw new IllegalStateException("pods cannot be listed: " + fault.detail());
                }
                if (next instanceof WantedSet set && set.announced().size() == count) {
                    return;
                }
            }
        }
    }
}

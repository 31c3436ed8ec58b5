package dev.warmpath.router.server;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.access.KeyRing;
import dev.warmpath.router.admission.AdmissionGate;
import dev.warmpath.router.admission.BodyBudget;
import dev.warmpath.router.admission.Priorities;
import dev.warmpath.router.decision.DecisionLog;
import dev.warmpath.router.http.ClientDoor;
import dev.warmpath.router.http.DataPort;
import dev.warmpath.router.http.FaultLog;
import dev.warmpath.router.http.RetryRule;
import dev.warmpath.router.http.Steps;
import dev.warmpath.router.keys.KeysFileWatch;
import dev.warmpath.router.observe.AdmissionMetrics;
import dev.warmpath.router.observe.KeyMetrics;
import dev.warmpath.router.observe.request.CacheFeedback;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data port, once for each event loop, and what its requests need: admission, keys, the steps of a request. */
final class DataPorts {

    private static final Logger log = LoggerFactory.getLogger(DataPorts.class);

    /** Longest that the ports stay closed while a snapshot is loaded; half a million blocks or more come in per second. */
    private static final Duration LOAD_LIMIT = Duration.ofSeconds(60);

    private final WarmpathSettings settings;
    private final Parts parts;
    private final Deployments deployments;
    private final AtomicBoolean stopping;
    private final AtomicInteger connections = new AtomicInteger();
    private final List<DataPort> ports = new CopyOnWriteArrayList<>();

    /**
     * @param stopping set when the router stops: {@code /ready} fails from then on
     */
    DataPorts(Parts parts, Deployments deployments, AtomicBoolean stopping) {
        this.settings = parts.settings;
        this.parts = parts;
        this.deployments = deployments;
        this.stopping = stopping;
    }

    /**
     * Returns when the port answers.
     *
     * @throws IllegalStateException when it cannot be bound
     */
    void open() {
        List<String> names = settings.models().stream().map(ModelSettings::name).toList();
        Steps steps = steps();
        ClientDoor door = door();
        parts.metrics.connections(connections);
        // With what the last run left, or its first requests would be routed by load.
        parts.snapshots.awaitLoaded(LOAD_LIMIT);
        Supplier<DataPort> instance = () -> {
            DataPort port = new DataPort(steps, door, names, connections, stopping, parts.tls.data());
            ports.add(port);
            return port;
        };
        deployments.deploy(
                instance, Parts.eventLoops(), "server.port " + settings.server().port());
    }

    private Steps steps() {
        AdmissionGate gate = new AdmissionGate(settings.admission(), settings.models(), System::nanoTime);
        BodyBudget bodies = BodyBudget.within(
                settings.admission().maxBodiesBytes(), Runtime.getRuntime().maxMemory());
        warnOfLittleRoom(bodies);
        return new Steps(
                settings.server(),
                settings.upstream(),
                gate,
                new Priorities(settings.admission()),
                parts.hints,
                parts.sessions,
                settings.admission().queueTimeout(),
                bodies,
                new AdmissionMetrics(parts.registry, gate, bodies),
                parts.fleet,
                parts.prompts,
                parts.chooser,
                new RetryRule(settings.upstream(), parts.metrics, System::nanoTime),
                new DecisionLog(
                        settings.scoring().decisionLog(),
                        () -> ThreadLocalRandom.current().nextDouble(),
                        System::nanoTime),
                parts.recent,
                parts.tracing,
                parts.metrics,
                new CacheFeedback(parts.metrics, System::nanoTime),
                settings.feedback().askUsage(),
                new FaultLog(System::nanoTime),
                parts.models,
                parts.keepers,
                parts.adapters);
    }

    private void warnOfLittleRoom(BodyBudget bodies) {
        if (bodies.most() >= settings.admission().maxBodiesBytes()) {
            return;
        }
        (bodies.most() < settings.server().maxBodyBytes() ? log.atWarn() : log.atInfo())
                .addKeyValue("max_bodies", settings.admission().maxBodiesBytes())
                .addKeyValue("max_body", settings.server().maxBodyBytes())
                .addKeyValue("heap", Runtime.getRuntime().maxMemory())
                .addKeyValue("in_force", bodies.most())
                .log("the heap has less room for request bodies than admission.max_bodies");
    }

    private ClientDoor door() {
        ClientKeySettings keys = settings.server().keys();
        KeyRing ring =
                new KeyRing(Clock.systemUTC(), keys.required() ? ClientKeys.of(keys.keys()) : ClientKeys.everyone());
        KeyMetrics keyMetrics = new KeyMetrics(parts.registry, ring);
        deployments.deploy(new KeysFileWatch(keys, ring, keyMetrics), "client keys");
        if (keys.required()) {
            ring.onTake(keyMetrics::changed);
            parts.shared.share(ring);
        }
        return new ClientDoor(ring, parts.adminTokens, parts.access, keyMetrics);
    }

    /** The port in use. */
    int port() {
        return ports.get(0).port();
    }

    boolean isOpen() {
        return !ports.isEmpty();
    }

    /** Refuses new connections; done when open requests have ended, or the grace has. */
    Future<?> drain(Duration grace) {
        return Future.join(ports.stream().map(port -> port.drain(grace)).toList());
    }
}

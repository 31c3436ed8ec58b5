package dev.warmpath.router.server;

import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.tls.TlsFindings;
import dev.warmpath.events.name.NameService;
import dev.warmpath.router.admin.AdminPort;
import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.discovery.Discovery;
import dev.warmpath.router.discovery.Members;
import dev.warmpath.router.doctor.Doctor;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.observe.fleet.FleetMetrics;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.router.snapshot.SnapshotStatus;
import dev.warmpath.router.tls.RouterTls;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.index.PrefixIndex;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running router. {@link #start} returns when both ports answer; {@link #close} when nothing of it is left. */
public final class RouterServer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RouterServer.class);

    /** Longest that stopping waits for the last snapshot; supervisors kill what does not stop. */
    private static final Duration LAST_SNAPSHOT_LIMIT = Duration.ofSeconds(10);

    private final Parts parts;
    private final Deployments deployments;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final DataPorts dataPorts;
    private final AdminPort adminPort;

    /**
     * Starts a router.
     *
     * @throws IllegalStateException when a port cannot be bound, or a TLS file cannot be used
     */
    public static RouterServer start(WarmpathSettings settings) {
        return start(settings, NameService.SYSTEM);
    }

    /**
     * The same for one that asks another name service than the machine's for its workers.
     *
     * @throws IllegalStateException likewise
     */
    public static RouterServer start(WarmpathSettings settings, NameService names) {
        RouterServer server = new RouterServer(settings, names);
        try {
            server.open();
            return server;
        } catch (RuntimeException failed) {
            server.end();
            throw failed;
        }
    }

    private RouterServer(WarmpathSettings settings, NameService nameService) {
        this.parts = new Parts(settings, nameService);
        this.deployments = new Deployments(parts.vertx);
        this.dataPorts = new DataPorts(parts, deployments, stopping);
        this.adminPort = new AdminPort(
                parts.settings,
                parts.adminTokens,
                parts.fleet,
                parts.members,
                parts.prompts,
                parts.chooser,
                parts.shared,
                parts.hints,
                parts.sessions,
                parts.adapters,
                parts.keepers,
                parts.registry,
                FleetMetrics.register(parts.registry, parts.fleet, parts.chooser, parts.index),
                parts.metrics,
                parts.access,
                parts.doctor,
                parts.recent,
                parts.snapshots,
                parts.tls.admin());
    }

    private void open() {
        WarmpathSettings settings = parts.settings;
        tellWhatLacks();
        settings.workers().forEach(worker -> parts.members.join(worker, Members.CONFIGURATION, null));
        dataPorts.open();
        deployments.deploy(adminPort, "admin.port " + settings.admin().port());
        new Watches(parts, deployments).start();
        parts.cluster.start();
        log.atInfo()
                .addKeyValue("data", settings.server().host() + ":" + port())
                .addKeyValue("admin", settings.admin().host() + ":" + adminPort())
                .addKeyValue("workers", settings.workers().size())
                .log("router is up");
    }

    /** What makes this router less than it could be, in its log at once. */
    private void tellWhatLacks() {
        parts.settings.models().stream()
                .filter(model -> model.tokenizer() == null && !model.remoteTokenizer())
                .forEach(model -> log.atWarn()
                        .addKeyValue("model", model.name())
                        .log("no tokenizer: text prompts of this model are routed by load alone"));
        long cache = parts.prompts.stats().cacheMostBytes();
        if (cache < parts.settings.prompt().cacheBytes()) {
            log.atInfo()
                    .addKeyValue("cache", parts.settings.prompt().cacheBytes())
                    .addKeyValue("in_force", cache)
                    .log("the heap has less room for earlier prompts than prompt.cache");
        }
        parts.prompts.loadErrors().forEach(error -> log.atError().log("tokenizer not loaded: {}", error));
        TlsFindings.of(parts.settings, Instant.now())
                .forEach(finding -> log.atWarn()
                        .addKeyValue("setting", finding.setting())
                        .addKeyValue("reason", finding.reason().key())
                        .addKeyValue("detail", finding.message())
                        .log("TLS file needs attention"));
    }

    /** The data port in use. */
    public int port() {
        return dataPorts.port();
    }

    /** The admin port in use. */
    public int adminPort() {
        return adminPort.port();
    }

    /** TLS of both ports and towards workers. */
    public RouterTls tls() {
        return parts.tls;
    }

    public Fleet fleet() {
        return parts.fleet;
    }

    /** Where workers are discovered. */
    public Discovery discovery() {
        return parts.discovery;
    }

    public PrefixIndex index() {
        return parts.index;
    }

    public PairChooser chooser() {
        return parts.chooser;
    }

    public PromptPipeline prompts() {
        return parts.prompts;
    }

    public Doctor doctor() {
        return parts.doctor;
    }

    /** What is kept for the next run, and what the last one left. */
    public SnapshotStatus snapshot() {
        return parts.snapshots.status();
    }

    public RouterMetrics metrics() {
        return parts.metrics;
    }

    /** The other routers, as this one sees them. */
    public ClusterStatus cluster() {
        return parts.cluster.status();
    }

    /**
     * Stops in order: {@code /ready} fails, and after {@code server.drain_delay} new connections are refused, open
     * requests run on within {@code server.shutdown_grace}, what is left is told that the router stops, the snapshot is
     * written, and all ends.
     * Called again it does nothing.
     */
    @Override
    public void close() {
        Duration delay = parts.settings.server().drainDelay();
        Duration grace = parts.settings.server().shutdownGrace();
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        log.atInfo()
                .addKeyValue("drain_delay", delay)
                .addKeyValue("grace", grace)
                .addKeyValue("requests", parts.metrics.inFlight())
                .log("router is stopping");
        if (dataPorts.isOpen()) {
            Deployments.quietly(parts.vertx.timer(delay.toMillis() + 1), delay.plusSeconds(5), "drain delay");
            Deployments.quietly(dataPorts.drain(grace), grace.plusSeconds(5), "open requests");
        }
        // As late as can be: what is published after it is missing in the next run where there is no replay.
        parts.snapshots.writeLast(parts.fleet.view(), LAST_SNAPSHOT_LIMIT);
        end();
    }

    private void end() {
        parts.close();
        log.atInfo().log("router has stopped");
    }
}

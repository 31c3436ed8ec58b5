package dev.warmpath.router.server;

import dev.warmpath.config.settings.ClientKeySettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.tls.TlsFindings;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.name.NameService;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.port.PortRange;
import dev.warmpath.events.stream.EventStreams;
import dev.warmpath.router.access.AdminTokens;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.access.KeyRing;
import dev.warmpath.router.admin.AdminPort;
import dev.warmpath.router.admission.AdmissionGate;
import dev.warmpath.router.admission.BodyBudget;
import dev.warmpath.router.admission.Priorities;
import dev.warmpath.router.bootstrap.BootstrapPorts;
import dev.warmpath.router.bootstrap.BootstrapWatch;
import dev.warmpath.router.cluster.ClusterMember;
import dev.warmpath.router.cluster.shared.SharedSettings;
import dev.warmpath.router.decision.DecisionLog;
import dev.warmpath.router.decision.RecentDecisions;
import dev.warmpath.router.detect.AdapterWatch;
import dev.warmpath.router.detect.EngineWatch;
import dev.warmpath.router.discovery.Discovery;
import dev.warmpath.router.discovery.Members;
import dev.warmpath.router.doctor.Doctor;
import dev.warmpath.router.doctor.evidence.EvidenceSource;
import dev.warmpath.router.fleet.Adapters;
import dev.warmpath.router.fleet.BlockSizeWatch;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.router.health.HealthWatch;
import dev.warmpath.router.hints.HintMetrics;
import dev.warmpath.router.hints.HintReader;
import dev.warmpath.router.hints.Sessions;
import dev.warmpath.router.http.ClientDoor;
import dev.warmpath.router.http.DataPort;
import dev.warmpath.router.http.FaultLog;
import dev.warmpath.router.http.Keepers;
import dev.warmpath.router.http.RetryRule;
import dev.warmpath.router.http.Steps;
import dev.warmpath.router.keys.KeysFileWatch;
import dev.warmpath.router.observe.AccessMetrics;
import dev.warmpath.router.observe.AdmissionMetrics;
import dev.warmpath.router.observe.CacheFeedback;
import dev.warmpath.router.observe.ClusterMetrics;
import dev.warmpath.router.observe.DiscoveryMetrics;
import dev.warmpath.router.observe.FleetMetrics;
import dev.warmpath.router.observe.KeyMetrics;
import dev.warmpath.router.observe.ModelNames;
import dev.warmpath.router.observe.ProcessMetrics;
import dev.warmpath.router.observe.PromptMetrics;
import dev.warmpath.router.observe.RouterMetrics;
import dev.warmpath.router.observe.SnapshotMetrics;
import dev.warmpath.router.observe.TlsMetrics;
import dev.warmpath.router.poll.LoadWatch;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.router.prompt.model.RemoteTokenizer;
import dev.warmpath.router.remote.WorkerTokenizer;
import dev.warmpath.router.snapshot.SnapshotStatus;
import dev.warmpath.router.snapshot.Snapshots;
import dev.warmpath.router.tls.RouterTls;
import dev.warmpath.router.trace.Tracing;
import dev.warmpath.router.watch.NameWatch;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.index.PrefixIndex;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.file.FileSystemOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running router. {@link #start} returns when both ports answer; {@link #close} when nothing of it is left. */
public final class RouterServer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RouterServer.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** Longest that the ports stay closed while a snapshot is loaded; half a million blocks or more come in per second. */
    private static final Duration LOAD_LIMIT = Duration.ofSeconds(60);

    /** Longest that stopping waits for the last snapshot; supervisors kill what does not stop. */
    private static final Duration LAST_SNAPSHOT_LIMIT = Duration.ofSeconds(10);

    /** How soon a block size that differs from configuration is told, and how late a learned block may be let go. */
    private static final Duration WATCH_PERIOD = Duration.ofSeconds(1);

    /** How late a target in trouble may be let back. */
    private static final Duration TRIAL_PERIOD = Duration.ofMillis(250);

    /** How often the doctor takes a look to compare later ones with. */
    private static final Duration DOCTOR_PERIOD = Duration.ofSeconds(5);

    /** A router must run where no directory can be written. What it serves of its jars, it reads from there itself. */
    private static final FileSystemOptions NO_CACHE_ON_DISK =
            new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);

    /** Container engines give their names ten minutes to live, and a new address at each start. */
    private static final AddressResolverOptions FORGET_NAMES =
            new AddressResolverOptions().setCacheMaxTimeToLive(2).setCacheNegativeTimeToLive(0);

    /** Some 200 bytes each. */
    private static final long MAX_KEEPERS = 100_000;

    /** Engines keep a response for as long as they have room, or until they are restarted. */
    private static final Duration KEEP_RESPONSES = Duration.ofHours(24);

    private final WarmpathSettings settings;
    private final PrefixIndex index;
    private final HostNames hostNames;
    private final EventStreams streams;
    private final Snapshots snapshots;
    private final Fleet fleet;
    private final Members members;
    private final Discovery discovery;
    private final PromptPipeline prompts;
    private final PairChooser chooser;
    private final SharedSettings shared;
    private final ClusterMember cluster;
    private final HintReader hints;
    private final Sessions sessions;
    private final PrometheusMeterRegistry registry;
    private final ModelNames models;
    private final RouterMetrics metrics;
    private final AccessMetrics access;
    private final AdminTokens adminTokens;
    private final ProcessMetrics process;
    private final Tracing tracing;
    private final Vertx vertx;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final List<DataPort> dataPorts = new CopyOnWriteArrayList<>();
    private final BootstrapPorts bootstraps;
    private final Doctor doctor;
    private final RecentDecisions recent = new RecentDecisions(Clock.systemUTC());
    private final AdminPort adminPort;
    private final RouterTls tls;

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
        this.settings = settings;
        // First, since what follows starts threads.
        this.tls = RouterTls.read(settings);
        this.registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        // First: it filters names, and a filter holds for what is registered after it.
        this.process = new ProcessMetrics(registry);
        this.models = modelNames(settings);
        this.metrics = new RouterMetrics(registry, models);
        this.tracing = new Tracing(settings.tracing(), registry);
        this.index = new PrefixIndex(settings.index(), settings.scoring().expectedTtl());
        this.hostNames = new HostNames(nameService);
        this.streams = new EventStreams(settings.events(), hostNames);
        this.vertx = Vertx.builder()
                .with(new VertxOptions()
                        .setPreferNativeTransport(true)
                        .setEventLoopPoolSize(eventLoops())
                        .setAddressResolverOptions(FORGET_NAMES)
                        .setFileSystemOptions(NO_CACHE_ON_DISK))
                .build();
        this.snapshots = new Snapshots(settings.snapshot(), settings.index().learnedTtl());
        SnapshotMetrics.register(registry, snapshots);
        this.fleet = new Fleet(
                index,
                streams,
                ports(settings.events()),
                settings.breaker(),
                System::nanoTime,
                tls.workers()::of,
                snapshots.views());
        RemoteTokenizer remote = new WorkerTokenizer(
                vertx,
                fleet::view,
                settings.upstream().connectTimeout(),
                settings.prompt().timeout());
        this.prompts = new PromptPipeline(settings.prompt(), settings.models(), remote);
        PromptMetrics.register(registry, prompts);
        this.chooser = new PairChooser(index, settings.scoring(), System::nanoTime);
        this.members = new Members(fleet);
        this.discovery = new Discovery(settings, fleet, members, this::requests);
        this.shared = new SharedSettings(settings.cluster().member(), chooser, fleet, InstantSource.system());
        this.cluster = new ClusterMember(settings, fleet::view, chooser, shared);
        this.access = new AccessMetrics(registry);
        HintMetrics hinting = new HintMetrics(registry);
        this.hints = new HintReader(settings.hints(), hinting);
        this.sessions = new Sessions(settings.hints(), hinting);
        this.adminTokens = new AdminTokens(settings.admin());
        this.bootstraps = new BootstrapPorts(fleet::view, settings.health());
        this.doctor = new Doctor(
                new EvidenceSource(fleet, prompts, chooser, bootstraps, tls, snapshots, cluster::status, discovery));
        this.adminPort = new AdminPort(
                settings,
                adminTokens,
                fleet,
                members,
                prompts,
                chooser,
                shared,
                hints,
                sessions,
                registry,
                FleetMetrics.register(registry, fleet, chooser, index),
                metrics,
                access,
                doctor,
                recent,
                snapshots,
                tls.admin());
        TlsMetrics.register(registry, tls);
        registry.getPrometheusRegistry().register(new ClusterMetrics(cluster::status));
        DiscoveryMetrics.register(registry, discovery);
    }

    /** Where streams that the router binds find their ports. */
    private static PortBlockAllocator ports(EventSettings events) {
        return events.bindPorts().isBlank()
                ? PortBlockAllocator.system()
                : PortBlockAllocator.within(PortRange.parse(events.bindPorts()));
    }

    private static int eventLoops() {
        return Math.max(1, Runtime.getRuntime().availableProcessors());
    }

    private static ModelNames modelNames(WarmpathSettings settings) {
        return new ModelNames(
                settings.models().stream().map(ModelSettings::name).collect(Collectors.toSet()));
    }

    private void open() {
        settings.models().stream()
                .filter(model -> model.tokenizer() == null && !model.remoteTokenizer())
                .forEach(model -> log.atWarn()
                        .addKeyValue("model", model.name())
                        .log("no tokenizer: text prompts of this model are routed by load alone"));
        prompts.loadErrors().forEach(error -> log.atError().log("tokenizer not loaded: {}", error));
        settings.workers().forEach(worker -> members.join(worker, Members.CONFIGURATION, null));
        AdmissionGate gate = new AdmissionGate(settings.admission(), settings.models(), System::nanoTime);
        BodyBudget bodies = BodyBudget.within(
                settings.admission().maxBodiesBytes(), Runtime.getRuntime().maxMemory());
        if (bodies.most() < settings.admission().maxBodiesBytes()) {
            (bodies.most() < settings.server().maxBodyBytes() ? log.atWarn() : log.atInfo())
                    .addKeyValue("max_bodies", settings.admission().maxBodiesBytes())
                    .addKeyValue("max_body", settings.server().maxBodyBytes())
                    .addKeyValue("heap", Runtime.getRuntime().maxMemory())
                    .addKeyValue("in_force", bodies.most())
                    .log("the heap has less room for request bodies than admission.max_bodies");
        }
        Steps steps = new Steps(
                settings.server(),
                settings.upstream(),
                gate,
                new Priorities(settings.admission()),
                hints,
                sessions,
                settings.admission().queueTimeout(),
                bodies,
                new AdmissionMetrics(registry, gate, bodies),
                fleet,
                prompts,
                chooser,
                new RetryRule(settings.upstream(), metrics, System::nanoTime),
                new DecisionLog(
                        settings.scoring().decisionLog(),
                        () -> ThreadLocalRandom.current().nextDouble(),
                        System::nanoTime),
                recent,
                tracing,
                metrics,
                new CacheFeedback(metrics, System::nanoTime),
                settings.feedback().askUsage(),
                new FaultLog(System::nanoTime),
                models,
                new Keepers(MAX_KEEPERS, KEEP_RESPONSES),
                new Adapters(settings.models()));
        List<String> names = settings.models().stream().map(ModelSettings::name).toList();
        AtomicInteger connections = new AtomicInteger();
        metrics.connections(connections);
        ClientKeySettings keys = settings.server().keys();
        KeyRing ring =
                new KeyRing(Clock.systemUTC(), keys.required() ? ClientKeys.of(keys.keys()) : ClientKeys.everyone());
        KeyMetrics keyMetrics = new KeyMetrics(registry, ring);
        await(vertx.deployVerticle(new KeysFileWatch(keys, ring, keyMetrics), new DeploymentOptions()), "client keys");
        if (keys.required()) {
            ring.onTake(keyMetrics::changed);
            shared.share(ring);
        }
        ClientDoor door = new ClientDoor(ring, adminTokens, access, keyMetrics);
        snapshots.awaitLoaded(LOAD_LIMIT);
        Supplier<DataPort> instance = () -> {
            DataPort port = new DataPort(steps, door, names, connections, stopping, tls.data());
            dataPorts.add(port);
            return port;
        };
        await(
                vertx.deployVerticle(instance, new DeploymentOptions().setInstances(eventLoops())),
                "server.port " + settings.server().port());
        await(
                vertx.deployVerticle(adminPort, new DeploymentOptions()),
                "admin.port " + settings.admin().port());
        if (!settings.discovery().isEmpty()) {
            DeploymentOptions blocking = new DeploymentOptions()
                    .setThreadingModel(ThreadingModel.WORKER)
                    .setWorkerPoolName("discovery")
                    .setWorkerPoolSize(1);
            await(vertx.deployVerticle(discovery, blocking), "discovery");
        }
        TlsFindings.of(settings, Instant.now())
                .forEach(finding -> log.atWarn()
                        .addKeyValue("setting", finding.setting())
                        .addKeyValue("reason", finding.reason().key())
                        .addKeyValue("detail", finding.message())
                        .log("TLS file needs attention"));
        tls.watch(vertx);
        snapshots.start(fleet::view);
        BlockSizeWatch blockSizes = new BlockSizeWatch();
        vertx.setPeriodic(WATCH_PERIOD.toMillis(), tick -> blockSizes.look(fleet.view()));
        watch();
        vertx.setPeriodic(DOCTOR_PERIOD.toMillis(), tick -> watch());
        vertx.setPeriodic(WATCH_PERIOD.toMillis(), tick -> index.expireLearned(System.nanoTime()));
        vertx.setPeriodic(TRIAL_PERIOD.toMillis(), tick -> fleet.retryTroubled());
        await(
                vertx.deployVerticle(
                        new NameWatch(
                                fleet::view, hostNames, settings.upstream().nameCheck()),
                        new DeploymentOptions()),
                "host names");
        await(
                vertx.deployVerticle(
                        new HealthWatch(fleet::view, fleet::probedWell, settings.health(), new SplittableRandom()),
                        new DeploymentOptions()),
                "health");
        await(
                vertx.deployVerticle(new BootstrapWatch(fleet::view, settings.health()), new DeploymentOptions()),
                "bootstrap servers");
        await(vertx.deployVerticle(bootstraps, new DeploymentOptions()), "bootstrap ports");
        await(
                vertx.deployVerticle(
                        new EngineWatch(fleet::view, settings.health(), fleet::warnOfForeignChats),
                        new DeploymentOptions()),
                "engines");
        await(
                vertx.deployVerticle(new AdapterWatch(fleet::view, settings.health()), new DeploymentOptions()),
                "adapters");
        if (settings.engineLoad().enabled()) {
            await(
                    vertx.deployVerticle(
                            new LoadWatch(
                                    fleet::view,
                                    target -> chooser.load(target).allRequests(),
                                    settings.engineLoad(),
                                    settings.events(),
                                    hostNames,
                                    new SplittableRandom()),
                            new DeploymentOptions()),
                    "engine load");
        }
        cluster.start();
        log.atInfo()
                .addKeyValue("data", settings.server().host() + ":" + port())
                .addKeyValue("admin", settings.admin().host() + ":" + adminPort())
                .addKeyValue("workers", settings.workers().size())
                .log("router is up");
    }

    private void watch() {
        vertx.executeBlocking(() -> {
                    doctor.watch();
                    return null;
                })
                .onFailure(failed -> log.atError().setCause(failed).log("the doctor could not look"));
    }

    /** How many requests a worker has now. */
    private long requests(Worker worker) {
        return worker.ranks().stream()
                .mapToLong(rank -> chooser.load(rank.candidate()).requests())
                .sum();
    }

    private static <T> T await(Future<T> future, String what) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(what + ": interrupted", interrupted);
        } catch (java.util.concurrent.ExecutionException failed) {
            if (String.valueOf(failed.getCause()).contains("Address already in use")) {
                throw new IllegalStateException(what + " is already in use; choose another", failed.getCause());
            }
            throw new IllegalStateException(what + ": " + failed.getCause(), failed.getCause());
        } catch (java.util.concurrent.TimeoutException late) {
            throw new IllegalStateException(what + ": not up within " + START_LIMIT, late);
        }
    }

    /** The data port in use. */
    public int port() {
        return dataPorts.get(0).port();
    }

    /** The admin port in use. */
    public int adminPort() {
        return adminPort.port();
    }

    /** TLS of both ports and towards workers. */
    public RouterTls tls() {
        return tls;
    }

    public Fleet fleet() {
        return fleet;
    }

    /** Where workers are discovered. */
    public Discovery discovery() {
        return discovery;
    }

    public PrefixIndex index() {
        return index;
    }

    public PairChooser chooser() {
        return chooser;
    }

    public PromptPipeline prompts() {
        return prompts;
    }

    public Doctor doctor() {
        return doctor;
    }

    /** What is kept for the next run, and what the last one left. */
    public SnapshotStatus snapshot() {
        return snapshots.status();
    }

    public RouterMetrics metrics() {
        return metrics;
    }

    /**
     * Stops in order: {@code /ready} fails, and after {@code server.drain_delay} new connections are refused, open
     * requests run on within {@code server.shutdown_grace}, what is left is told that the router stops, the snapshot is
     * written, and all ends.
     * Called again it does nothing.
     */
    @Override
    public void close() {
        Duration delay = settings.server().drainDelay();
        Duration grace = settings.server().shutdownGrace();
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        log.atInfo()
                .addKeyValue("drain_delay", delay)
                .addKeyValue("grace", grace)
                .addKeyValue("requests", metrics.inFlight())
                .log("router is stopping");
        if (!dataPorts.isEmpty()) {
            quietly(vertx.timer(delay.toMillis() + 1), delay.plusSeconds(5), "drain delay");
        }
        List<Future<Void>> drained =
                dataPorts.stream().map(port -> port.drain(grace)).toList();
        if (!drained.isEmpty()) {
            quietly(Future.join(drained), grace.plusSeconds(5), "open requests");
        }
        // As late as can be: what is published after it is missing in the next run where there is no replay.
        snapshots.writeLast(fleet.view(), LAST_SNAPSHOT_LIMIT);
        end();
    }

    private void end() {
        cluster.close();
        quietly(vertx.close(), Duration.ofSeconds(10), "event loops");
        streams.close();
        hostNames.close();
        prompts.close();
        process.close();
        tracing.close();
        registry.close();
        log.atInfo().log("router has stopped");
    }

    private static void quietly(Future<?> future, Duration limit, String what) {
        try {
            future.toCompletionStage().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException failed) {
            log.atWarn().addKeyValue("what", what).setCause(failed).log("did not end cleanly");
        }
    }
}

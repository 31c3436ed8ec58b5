package dev.warmpath.router.server;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.name.NameService;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.port.PortRange;
import dev.warmpath.events.stream.EventStreams;
import dev.warmpath.router.access.AdminTokens;
import dev.warmpath.router.bootstrap.BootstrapPorts;
import dev.warmpath.router.cluster.ClusterMember;
import dev.warmpath.router.cluster.shared.SharedSettings;
import dev.warmpath.router.decision.RecentDecisions;
import dev.warmpath.router.discovery.Discovery;
import dev.warmpath.router.discovery.Members;
import dev.warmpath.router.doctor.Doctor;
import dev.warmpath.router.doctor.evidence.EvidenceSource;
import dev.warmpath.router.fleet.Adapters;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.hints.HintMetrics;
import dev.warmpath.router.hints.HintReader;
import dev.warmpath.router.hints.Sessions;
import dev.warmpath.router.http.Keepers;
import dev.warmpath.router.observe.AccessMetrics;
import dev.warmpath.router.observe.ClusterMetrics;
import dev.warmpath.router.observe.DiscoveryMetrics;
import dev.warmpath.router.observe.ProcessMetrics;
import dev.warmpath.router.observe.PromptMetrics;
import dev.warmpath.router.observe.SnapshotMetrics;
import dev.warmpath.router.observe.TlsMetrics;
import dev.warmpath.router.observe.request.ModelNames;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.router.prompt.model.RemoteTokenizer;
import dev.warmpath.router.remote.WorkerTokenizer;
import dev.warmpath.router.snapshot.Snapshots;
import dev.warmpath.router.tls.RouterTls;
import dev.warmpath.router.trace.Tracing;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.index.PrefixIndex;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.file.FileSystemOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.stream.Collectors;

/**
 * What a router is made of, each made once and in the order in which one needs the other. Nothing of it listens yet: ports and
 * {@link Watches} are deployed on it.
 */
final class Parts implements AutoCloseable {

    /** A router must run where no directory can be written. What it serves of its jars, it reads from there itself. */
    private static final FileSystemOptions NO_CACHE_ON_DISK =
            new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);

    /** Container engines give their names ten minutes to live, and a new address at each start. */
    private static final AddressResolverOptions FORGET_NAMES =
            new AddressResolverOptions().setCacheMaxTimeToLive(2).setCacheNegativeTimeToLive(0);

    final WarmpathSettings settings;
    final PrefixIndex index;
    final HostNames hostNames;
    final EventStreams streams;
    final Snapshots snapshots;
    final Fleet fleet;
    final Members members;
    final Discovery discovery;
    final PromptPipeline prompts;
    final PairChooser chooser;
    final SharedSettings shared;
    final ClusterMember cluster;
    final HintReader hints;
    final Sessions sessions;
    final Adapters adapters;
    final Keepers keepers;
    final PrometheusMeterRegistry registry;
    final ModelNames models;
    final RouterMetrics metrics;
    final AccessMetrics access;
    final AdminTokens adminTokens;
    final ProcessMetrics process;
    final Tracing tracing;
    final Vertx vertx;
    final BootstrapPorts bootstraps;
    final Doctor doctor;
    final RecentDecisions recent = new RecentDecisions(Clock.systemUTC());
    final RouterTls tls;

    /**
     * Makes them all.
     *
     * @param nameService what is asked for the addresses of workers' names
     * @throws IllegalStateException when a TLS file cannot be used
     */
    Parts(WarmpathSettings settings, NameService nameService) {
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
        this.sessions = new Sessions(settings.hints(), hinting, chooser::distance);
        this.adapters = new Adapters(settings.models());
        this.keepers = new Keepers(settings.responses(), registry);
        this.adminTokens = new AdminTokens(settings.admin());
        this.bootstraps = new BootstrapPorts(fleet::view, settings.health());
        this.doctor = new Doctor(
                new EvidenceSource(fleet, prompts, chooser, bootstraps, tls, snapshots, cluster::status, discovery));
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

    /** One for each processor. */
    static int eventLoops() {
        return Math.max(1, Runtime.getRuntime().availableProcessors());
    }

    private static ModelNames modelNames(WarmpathSettings settings) {
        return new ModelNames(
                settings.models().stream().map(ModelSettings::name).collect(Collectors.toSet()));
    }

    /** How many requests a worker has now. */
    private long requests(Worker worker) {
        return worker.ranks().stream()
                .mapToLong(rank -> chooser.load(rank.candidate()).requests())
                .sum();
    }

    /** Ends them, those that others need last. */
    @Override
    public void close() {
        cluster.close();
        Deployments.quietly(vertx.close(), Duration.ofSeconds(10), "event loops");
        streams.close();
        hostNames.close();
        prompts.close();
        process.close();
        tracing.close();
        registry.close();
    }
}

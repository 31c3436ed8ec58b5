package dev.warmpath.router.cluster;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.ClusterSettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.FeedbackSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.stream.EventStreams;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.access.KeyRing;
import dev.warmpath.router.cluster.bus.Bus;
import dev.warmpath.router.cluster.shared.SharedSettings;
import dev.warmpath.router.cluster.status.MemberState;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.load.LoadStatus;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The parts of a router that others hear of: a fleet of mixed workers without engines, a chooser, and the member. */
final class Router implements AutoCloseable {

    static final int WORKERS = 4;

    private final HostNames names = new HostNames();
    private final EventStreams streams = new EventStreams(EventSettings.defaults(), names);
    private final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
    final AtomicLong millis;
    final Fleet fleet;
    final PairChooser chooser;
    final KeyRing keys = new KeyRing(Clock.systemUTC(), ClientKeys.of(List.of()));
    final SharedSettings shared;
    final ClusterMember member;

    Router(Hub hub, String name) {
        this(hub, name, settings(name, null, 8), WORKERS, 1_000);
    }

    /** @param clockMillis what its wall clock stands at */
    Router(Hub hub, String name, ClusterSettings cluster, int workers, long clockMillis) {
        this(hub::join, name, cluster, workers, clockMillis);
    }

    /** @param joining its way to the others */
    Router(Bus.Joining joining, String name, ClusterSettings cluster, int workers, long clockMillis) {
        millis = new AtomicLong(clockMillis);
        InstantSource clock = () -> Instant.ofEpochMilli(millis.get());
        fleet = new Fleet(
                index,
                streams,
                PortBlockAllocator.system(),
                BreakerSettings.defaults(),
                System::nanoTime,
                https -> null);
        ScoringSettings scoring = ScoringSettings.withWeights(20.0, 2.0, 20.0);
        chooser = new PairChooser(index, scoring, System::nanoTime);
        for (int i = 0; i < workers; i++) {
            add(i);
        }
        shared = new SharedSettings(name, chooser, fleet, clock);
        shared.share(keys);
        member = new ClusterMember(
                all(scoring, cluster), fleet::view, chooser, shared, joining, System::nanoTime, clock);
        member.start();
    }

    static ClusterSettings settings(String name, @Nullable String secret, int maxMembers) {
        return settings(name, secret, maxMembers, Duration.ofMillis(50));
    }

    /** @param full between two tellings of everything */
    static ClusterSettings settings(String name, @Nullable String secret, int maxMembers, Duration full) {
        return new ClusterSettings(
                true,
                name,
                "127.0.0.1",
                "",
                7800,
                0,
                List.of("127.0.0.1:7800"),
                "",
                secret,
                null,
                Duration.ofMillis(2),
                full,
                full.multipliedBy(6),
                Duration.ofMinutes(1),
                maxMembers,
                512);
    }

    private static WarmpathSettings all(ScoringSettings scoring, ClusterSettings cluster) {
        return new WarmpathSettings(
                        ServerSettings.defaults(),
                        AdmissionSettings.defaults(),
                        AdminSettings.defaults(),
                        scoring,
                        IndexSettings.defaults(),
                        EventSettings.defaults(),
                        PromptSettings.defaults(),
                        UpstreamSettings.defaults(),
                        HealthSettings.defaults(),
                        BreakerSettings.defaults(),
                        FeedbackSettings.defaults(),
                        List.of(),
                        List.of())
                .withCluster(cluster);
    }

    Worker add(int number) {
        return fleet.add(WorkerSettings.of(
                URI.create(id(number)), Role.MIXED, Engine.SGLANG, Protocol.NONE, List.of("m"), "default", 1, 0, 4));
    }

    static String id(int number) {
        return "http://10.0.0." + (number + 1) + ":30000";
    }

    /** Books a prompt of so many blocks, whose tokens begin with this one. */
    Choice.Single book(int first, int blocks) {
        int[] tokens = IntStream.range(first, first + 4 * blocks).toArray();
        HashedPrompt prompt = HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN);
        return (Choice.Single) chooser.choose(prompt, fleet.view().pairings("m"), Set.of());
    }

    Worker worker(int number) {
        return Objects.requireNonNull(fleet.view().worker(id(number)));
    }

    LoadStatus load(Worker worker) {
        return chooser.load(worker.ranks().get(0).candidate());
    }

    /** Legs that others have in flight here, over all targets. */
    int others() {
        FleetView view = fleet.view();
        return view.workers().stream()
                .mapToInt(worker -> load(worker).othersRequests())
                .sum();
    }

    long live() {
        return member.status().members(MemberState.LIVE);
    }

    List<String> keyNames() {
        return keys.inForce().keys().stream().map(ClientKey::name).toList();
    }

    @Override
    public void close() {
        member.close();
        streams.close();
        names.close();
    }
}

package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.port.PortRange;
import dev.warmpath.events.stream.EventStreams;
import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.fleet.circuit.Breakers;
import dev.warmpath.router.fleet.circuit.Passage;
import dev.warmpath.router.fleet.worker.RankFeed;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.tls.WorkerSecurity;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Ineligibility;
import dev.warmpath.scorer.choice.Place;
import dev.warmpath.scorer.feedback.CacheReports;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndex;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers and removes workers. Changes are serialised by this object's lock; readers take {@link #view} and are never
 * kept waiting.
 */
public final class Fleet {

    private static final Logger log = LoggerFactory.getLogger(Fleet.class);

    private final PrefixIndex index;
    private final EventStreams streams;
    private final BoundPorts ports;
    private final Breakers breakers;
    private final Function<WorkerSettings, @Nullable WorkerSecurity> securities;
    private final SavedViews saved;
    /** Ports of workers whose publishers connect to the router. Changed under the lock, read without. */
    private final Map<String, PortRange> blocks = new ConcurrentHashMap<>();

    private final Map<String, Worker> workers = new LinkedHashMap<>();
    private final Map<String, Instant> drained = new ConcurrentHashMap<>();
    private volatile FleetView view = FleetView.EMPTY;

    /** One of workers of whose ranks no earlier run has left anything. */
    public Fleet(
            PrefixIndex index,
            EventStreams streams,
            PortBlockAllocator ports,
            BreakerSettings breaker,
            LongSupplier nanoClock,
            Function<WorkerSettings, @Nullable WorkerSecurity> securities) {
        this(index, streams, ports, breaker, nanoClock, securities, SavedViews.NONE);
    }

    /**
     * @param ports finds ports for streams that the router binds
     * @param nanoClock monotonic, as {@link System#nanoTime}; times how long a target in trouble is left alone
     * @param securities how a worker is called by https; null for one that is not
     * @param saved what an earlier run left
     */
    public Fleet(
            PrefixIndex index,
            EventStreams streams,
            PortBlockAllocator ports,
            BreakerSettings breaker,
            LongSupplier nanoClock,
            Function<WorkerSettings, @Nullable WorkerSecurity> securities,
            SavedViews saved) {
        this.index = index;
        this.streams = streams;
        this.ports = new BoundPorts(ports);
        this.breakers = new Breakers(breaker, nanoClock);
        this.securities = securities;
        this.saved = saved;
    }

    /** The fleet as it is now. */
    public FleetView view() {
        return view;
    }

    /** The ports, one per rank, that the router binds for the publishers of a worker; null where it connects to them. */
    public @Nullable PortRange boundPorts(String worker) {
        return blocks.get(worker);
    }

    /**
     * Registers a worker and starts its event streams.
     *
     * @throws IllegalStateException when its URL is registered already
     */
    public synchronized Worker add(WorkerSettings settings) {
        return add(settings, null);
    }

    /**
     * The same for one that takes another's place.
     *
     * @param drainingSince when the other was taken out of service, and so this one is; null when it was not
     */
    public synchronized Worker add(WorkerSettings settings, @Nullable Instant drainingSince) {
        String id = settings.url().toString();
        if (workers.containsKey(id)) {
            throw new IllegalStateException("worker " + id + " is registered already; remove it first");
        }
        List<@Nullable StreamSpec> specs = streamSpecs(id, settings);
        List<Worker.Rank> ranks = new ArrayList<>();
        CacheReports reports = new CacheReports();
        Place place = Place.of(settings.topology());
        for (int i = 0; i < settings.dpSize(); i++) {
            Target target = new Target(id, settings.dpStart() + i);
            RankIndex rankIndex = index.addRank(target, settings.blockSize());
            StreamSpec spec = specs.get(i);
            RankStream stream = spec == null ? null : streams.add(spec, rankIndex, saved.of(settings, spec, rankIndex));
            RankFeed feed = new RankFeed(stream);
            Candidate candidate =
                    new Candidate(settings.role(), rankIndex, () -> feed.state().trust(), reports, place);
            ranks.add(new Worker.Rank(candidate, rankIndex, feed));
        }
        URI url = settings.url();
        WorkerSecurity security = securities.apply(settings);
        Worker worker = new Worker(id, settings, bareHost(url), port(url), ranks, security);
        if (drainingSince != null) {
            ranks.forEach(rank -> rank.candidate().bar(Ineligibility.DRAINING));
            drained.put(id, drainingSince);
        }
        workers.put(id, worker);
        breakers.add(worker);
        view = new FleetView(workers.values());
        log.atInfo()
                .addKeyValue("worker", id)
                .addKeyValue("role", settings.role())
                .addKeyValue("ranks", settings.dpSize())
                .addKeyValue("events", settings.kvEvents() == null ? "off" : "on")
                .log("worker registered");
        warnOfForeignChats(worker);
        return worker;
    }

    /**
     * Takes a worker out; {@code why} is for the log. It is not chosen any more when this returns; the future completes when its streams are closed
     * and its blocks are out of the index.
     */
    public synchronized CompletableFuture<Void> remove(String id, Removal why) {
        Worker worker = workers.remove(id);
        if (worker == null) {
            return CompletableFuture.completedFuture(null);
        }
        view = new FleetView(workers.values());
        breakers.forget(id);
        drained.remove(id);
        log.atInfo().addKeyValue("worker", id).addKeyValue("reason", why.key()).log("worker removed");
        PortRange block = blocks.remove(id);
        return CompletableFuture.allOf(worker.ranks().stream().map(this::forget).toArray(CompletableFuture<?>[]::new))
                .whenComplete((done, failed) -> {
                    if (block != null) {
                        ports.release(block);
                    }
                });
    }

    /**
     * Leave to send one leg to a target that was chosen, or null when it must be chosen anew: the target has been barred
     * since, or its worker has left. Any thread; costs one look-up while all is well.
     *
     * @param lastResort whether it was chosen although it fails, for want of a better
     */
    public @Nullable Passage enter(Target target, boolean lastResort) {
        return breakers.enter(target, lastResort);
    }

    /**
     * A health probe was answered well; a worker that has come back is tried sooner for it. Any thread.
     *
     * @param sentAt when the probe was sent, by this fleet's clock
     * @param news whether the probe before was bad
     */
    public void probedWell(Worker worker, long sentAt, boolean news) {
        breakers.probedWell(worker, sentAt, news);
    }

    /** Lets targets be tried again whose time has come; to be called a few times per second. */
    public void retryTroubled() {
        breakers.look();
    }

    /** The breaker of a worker's connections; open while it cannot be reached. */
    public Circuit.State connections(String worker) {
        return breakers.connections(worker);
    }

    /** The breaker of a target's answers; open while it fails what it is sent. */
    public Circuit.State answers(Target target) {
        return breakers.answers(target);
    }

    /**
     * Takes a worker out of service or brings it back: no leg is sent to it while it drains, and what it holds stays
     * known. Drained twice is drained once.
     *
     * @return the worker, or null when there is none of this id
     */
    public synchronized @Nullable Worker drain(String id, boolean draining) {
        Worker worker = workers.get(id);
        if (worker == null || worker.draining() == draining) {
            return worker;
        }
        for (Worker.Rank rank : worker.ranks()) {
            if (draining) {
                rank.candidate().bar(Ineligibility.DRAINING);
            } else {
                rank.candidate().admit(Ineligibility.DRAINING);
            }
        }
        if (draining) {
            drained.put(id, Instant.now());
        } else {
            drained.remove(id);
        }
        log.atInfo().addKeyValue("worker", id).log(draining ? "worker is draining" : "worker is back in service");
        return worker;
    }

    /**
     * Keeps requests from a worker whose source says that it is not ready or goes, or lets them to it again; whether an
     * operator drains it is another matter. Withdrawn twice is withdrawn once, and nothing is done where there is none of this
     * id.
     */
    public synchronized void withdraw(String id, boolean withdrawn) {
        Worker worker = workers.get(id);
        if (worker == null || worker.withdrawn() == withdrawn) {
            return;
        }
        for (Worker.Rank rank : worker.ranks()) {
            if (withdrawn) {
                rank.candidate().bar(Ineligibility.WITHDRAWN);
            } else {
                rank.candidate().admit(Ineligibility.WITHDRAWN);
            }
        }
        log.atInfo().addKeyValue("worker", id).log(withdrawn ? "worker is withdrawn" : "worker is announced again");
    }

    /** When a worker was taken out of service; null while it is in service. Any thread. */
    public @Nullable Instant drainingSince(String id) {
        return drained.get(id);
    }

    /** Says which of a worker's models are prepared for another engine; to be called when its engine becomes known. */
    public void warnOfForeignChats(Worker worker) {
        Engine engine = worker.engine().known();
        FleetView now = view;
        for (String model : now.foreignChats(worker)) {
            log.atWarn()
                    .addKeyValue("worker", worker.id())
                    .addKeyValue("engine", engine)
                    .addKeyValue("model", model)
                    .addKeyValue("prepared_for", now.engine(model))
                    .log("this model's chats are prepared as another engine does; they may never match what this worker"
                            + " holds");
        }
    }

    private CompletableFuture<Void> forget(Worker.Rank rank) {
        RankStream stream = rank.feed().stream();
        // The index may be purged only when the stream can no longer write: queued events would bring blocks back.
        CompletableFuture<Void> quiet =
                stream == null ? CompletableFuture.completedFuture(null) : streams.remove(stream);
        return quiet.thenRun(() -> index.removeRank(rank.index()));
    }

    private List<@Nullable StreamSpec> streamSpecs(String id, WorkerSettings settings) {
        List<@Nullable StreamSpec> specs = new ArrayList<>();
        KvEventsSettings events = settings.kvEvents();
        int bindBase = 0;
        if (events instanceof KvEventsSettings.Bind bind) {
            PortRange block = ports.hold(bind, settings.dpSize());
            blocks.put(id, block);
            bindBase = block.low();
        }
        for (int i = 0; i < settings.dpSize(); i++) {
            Target target = new Target(id, settings.dpStart() + i);
            if (events instanceof KvEventsSettings.Connect connect) {
                String replay =
                        connect.replays().isEmpty() ? null : connect.replays().get(i);
                specs.add(new StreamSpec(
                        target,
                        StreamSpec.Direction.CONNECT,
                        connect.endpoints().get(i),
                        replay,
                        connect.topic()));
            } else if (events instanceof KvEventsSettings.Bind bind) {
                String endpoint = "tcp://" + bind.host() + ":" + (bindBase + i);
                specs.add(new StreamSpec(target, StreamSpec.Direction.BIND, endpoint, null, bind.topic()));
            } else {
                specs.add(null);
            }
        }
        return specs;
    }

    private static int port(URI url) {
        return url.getPort() > 0 ? url.getPort() : "https".equals(url.getScheme()) ? 443 : 80;
    }

    private static String bareHost(URI url) {
        String host = url.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}

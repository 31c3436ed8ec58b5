package dev.warmpath.it.bench.replicas;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.it.await.Awaited;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.router.cluster.status.MemberState;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.server.RouterServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Routers of this process before simulated workers that somebody else has started. */
final class ReplicaFleet implements AutoCloseable {

    static final String MODEL = "m";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<WorkerSettings> workers;
    private final List<RouterServer> routers = new ArrayList<>();
    private final ExecutorService closers = Executors.newCachedThreadPool();

    /**
     * Starts routers, and returns when each hears all workers and, where they are to, all others.
     *
     * @param together whether they tell each other of their load
     * @param scoring for mixed workers, members of a YAML mapping
     */
    ReplicaFleet(List<WorkerSettings> workers, int count, boolean together, String scoring)
            throws InterruptedException {
        this.workers = workers;
        try {
            start(count, together && count > 1, scoring);
            Awaited.until(
                    "all event streams are live",
                    PATIENCE,
                    () -> routers.stream().allMatch(ReplicaFleet::settled));
            if (together) {
                Awaited.until(
                        "all routers hear each other",
                        PATIENCE,
                        () -> routers.stream()
                                .allMatch(router -> router.cluster().members(MemberState.LIVE) == count - 1));
            }
        } catch (RuntimeException | InterruptedException failed) {
            close();
            throw failed;
        }
    }

    private void start(int count, boolean together, String scoring) {
        // Below the ports that the kernel gives out: the routers' own connections would take those that were free just
        // now.
        int first = PortBlockAllocator.system().allocate(count);
        String peers = IntStream.range(first, first + count)
                .mapToObj(port -> "'127.0.0.1:" + port + "'")
                .collect(Collectors.joining(", "));
        for (int i = 0; i < count; i++) {
            routers.add(RouterServer.start(settings(i, first + i, peers, together, scoring)));
        }
    }

    private WarmpathSettings settings(int number, int port, String peers, boolean together, String scoring) {
        String yaml =
                String.format(Locale.ROOT, """
                        server: {host: 127.0.0.1, port: 0, drain_delay: 1ms, shutdown_grace: 1s, target_headers: true}
                        admin: {host: 127.0.0.1, port: 0}
                        scoring: {prefill: {overlap_weight: 20.0}, decode: {overlap_weight: 2.0}, %s}
                        health: {enabled: false}
                        cluster: {enabled: %s, name: r%d, port: %d, bus_port: 0, peers: [%s], secret: bench}
                        models: [{name: m}]
                        """, scoring, together, number + 1, port, peers) + WorkerYaml.of(workers);
        LoadResult result = ConfigLoader.loadText(yaml, Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);
        if (result instanceof LoadResult.Loaded loaded) {
            return loaded.settings();
        }
        throw new IllegalStateException(result + "\n" + yaml);
    }

    private static boolean settled(RouterServer router) {
        return ranks(router).stream()
                .map(rank -> rank.feed().state())
                .allMatch(state -> state == StreamState.LIVE || state == StreamState.OFF);
    }

    private static List<Worker.Rank> ranks(RouterServer router) {
        return router.fleet().view().workers().stream()
                .flatMap(worker -> worker.ranks().stream())
                .toList();
    }

    /** Base URLs of the routers. */
    List<String> urls() {
        return routers.stream()
                .map(router -> "http://127.0.0.1:" + router.port())
                .toList();
    }

    /** Waits until no router knows of a leg in flight, its own or another's. */
    void awaitIdle() throws InterruptedException {
        awaitRequests(0);
    }

    /** Waits until every router knows of so many legs in flight. */
    void awaitRequests(int legs) throws InterruptedException {
        Awaited.until(
                legs + " legs are known everywhere",
                PATIENCE,
                () -> routers.stream().allMatch(router -> requests(router) == legs));
    }

    private static int requests(RouterServer router) {
        return ranks(router).stream()
                .map(rank -> router.chooser().load(rank.candidate()))
                .mapToInt(load -> load.requests() + load.othersRequests())
                .sum();
    }

    /** Waits until a router has given so many legs to workers that have not ended. */
    static void awaitBooked(RouterServer router, int legs) throws InterruptedException {
        Awaited.until(
                legs + " legs are booked",
                PATIENCE,
                () -> ranks(router).stream()
                                .mapToInt(rank ->
                                        router.chooser().load(rank.candidate()).requests())
                                .sum()
                        == legs);
    }

    /** Waits until every router believes that so many blocks lie in all caches together. */
    void awaitBlocks(long blocks) throws InterruptedException {
        Awaited.until(
                blocks + " blocks are known everywhere",
                PATIENCE,
                () -> routers.stream().allMatch(router -> router.index().memberships() == blocks));
    }

    /** The routers themselves. */
    List<RouterServer> routers() {
        return List.copyOf(routers);
    }

    /** All at once: each takes its time to leave the others. */
    @Override
    public void close() {
        List<CompletableFuture<Void>> closing = routers.stream()
                .map(router -> CompletableFuture.runAsync(router::close, closers))
                .toList();
        closers.shutdown();
        closing.forEach(CompletableFuture::join);
        routers.clear();
    }
}

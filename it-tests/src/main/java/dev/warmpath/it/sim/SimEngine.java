package dev.warmpath.it.sim;

import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.cache.LowerTier;
import dev.warmpath.it.sim.events.EventFaults;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.fault.FaultPlan;
import dev.warmpath.it.sim.http.HealthMode;
import dev.warmpath.it.sim.http.RequestLog;
import dev.warmpath.it.sim.load.LoadPublisher;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A simulated SGLang or vLLM engine: HTTP, KV events and hand-over on real sockets, caches and a scheduler that behave
 * as the engine's do, answers that follow from the prompt. It can be made to fail in every way that a router has to
 * cope with, and says exactly what it holds and what it received.
 *
 * <p>Methods may be called from any thread but an event loop: they wait until what they do is done.
 */
public final class SimEngine implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 20;
    private static final int START_TRIES = 5;

    private final SimEngineConfig config;
    private final Vertx vertx;
    private final boolean ownsVertx;
    private final FaultPlan faults = new FaultPlan();
    private final RequestLog requests;
    private final List<EventFaults> eventFaults = new ArrayList<>();
    private final List<SimRank> ranks = new ArrayList<>();

    /** Not of one life of the engine: what lies there outlives it. */
    private final List<LowerTier> disks = new ArrayList<>();

    private volatile EnginePorts ports;
    private volatile @Nullable EngineInstance instance;

    /** The HTTP port while nobody listens there and somebody will again; null while it is open, and after the end. */
    private @Nullable HeldPort closedPort;

    private SimEngine(SimEngineConfig config) {
        this.config = config;
        Vertx shared = config.vertx();
        this.ownsVertx = shared == null;
        this.vertx = shared == null
                ? Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(4))
                : shared;
        this.requests = new RequestLog(config.requestLog());
        this.ports = config.ports();
        for (int i = 0; i < config.ranks(); i++) {
            disks.add(new LowerTier(Tier.DISK, config.cache().diskBlocks()));
            eventFaults.add(new EventFaults());
            ranks.add(new SimRank(this, i, eventFaults.get(i)));
        }
    }

    /** Starts an engine; returns when it listens everywhere. */
    public static SimEngine start(SimEngineConfig config) {
        SimEngine engine = new SimEngine(config);
        try {
            engine.startSomewhere();
            return engine;
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /** Ports that were free when they were chosen may be taken a moment later: then others are chosen. */
    private void startSomewhere() {
        for (int left = START_TRIES; ; left--) {
            ports = config.ports().choose(config.firstRank(), config.ranks());
            try {
                open();
                return;
            } catch (RuntimeException e) {
                if (left == 1 || !config.ports().hasChosen()) {
                    throw e;
                }
            }
        }
    }

    private void open() {
        EngineInstance fresh = new EngineInstance(config, ports, disks, eventFaults, faults, requests);
        try {
            await(vertx.deployVerticle(fresh));
        } catch (RuntimeException e) {
            fresh.release();
            throw e;
        }
        instance = fresh;
        giveUpPort();
    }

    private void shut() {
        EngineInstance open = instance;
        instance = null;
        if (open != null) {
            await(vertx.undeploy(open.deploymentID()));
            open.release();
        }
    }

    /**
     * Stops and starts on the same ports: connections are cut, device and host memory are empty, events begin anew. A disk
     * tier keeps what it holds, and is announced.
     */
    public void restart() {
        stop();
        open();
    }

    /** As if the process were killed: ports closed, connections cut. {@link #restart} brings it back. */
    public void stop() {
        shut();
        holdPort();
    }

    @Override
    public void close() {
        try {
            shut();
        } finally {
            giveUpPort();
            if (ownsVertx) {
                await(vertx.close());
            }
        }
    }

    /** Base URL of its HTTP port. */
    public URI url() {
        return URI.create(
                (config.tls() == null ? "http://" : "https://") + bracketed(config.host()) + ":" + ports.http());
    }

    public SimEngineConfig config() {
        return config;
    }

    /** Where it listens. */
    public EnginePorts ports() {
        return ports;
    }

    /** ZMQ address of rank 0's publisher; rank r is on the next port but r. */
    public String eventEndpoint() {
        return endpoint(ports.events());
    }

    /** ZMQ address of rank 0's replay socket. */
    public String replayEndpoint() {
        return endpoint(ports.replay());
    }

    String endpoint(int port) {
        return "tcp://" + bracketed(config.host()) + ":" + port;
    }

    private static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** The entry for this engine in a router's configuration. */
    public WorkerSettings workerSettings() {
        return WorkerSettings.of(
                        url(),
                        config.role(),
                        config.engine(),
                        config.protocol(),
                        List.of(config.model()),
                        config.group(),
                        config.ranks(),
                        config.firstRank(),
                        config.cache().blockSize())
                .withBootstrapPort(config.hasBootstrap() ? ports.bootstrap() : null)
                .withApiKey(config.apiKey())
                .withEvents(eventSettings());
    }

    private @Nullable KvEventsSettings eventSettings() {
        EventOptions events = config.events();
        if (!events.enabled()) {
            return null;
        }
        String connectHost = events.connectHost();
        if (connectHost != null) {
            return new KvEventsSettings.Bind(connectHost, events.connectPort(), events.topic());
        }
        return new KvEventsSettings.Connect(
                ranks.stream().map(SimRank::eventEndpoint).toList(),
                events.ringBatches() == 0
                        ? List.of()
                        : ranks.stream().map(SimRank::replayEndpoint).toList(),
                events.topic());
    }

    /** The rank at this place, from 0. */
    public SimRank rank(int index) {
        return ranks.get(index);
    }

    public List<SimRank> ranks() {
        return List.copyOf(ranks);
    }

    /** What goes wrong with requests. */
    public FaultPlan faults() {
        return faults;
    }

    /** What it received. */
    public RequestLog requests() {
        return requests;
    }

    /** How {@code /health} answers. */
    public void health(HealthMode mode) {
        onContext(running -> running.server().health(mode));
    }

    /** Stops answering and publishing, and keeps every socket: a process that is stopped, or a host that is stuck. */
    public void freeze(boolean on) {
        onContext(running -> running.freeze(on));
    }

    /** The stream of its load, of the life that it is in. */
    public LoadPublisher loads() {
        return instance().loads();
    }

    /** Closes the HTTP port and its connections, or opens it again; events go on. */
    public void refuseConnections(boolean on) {
        EngineInstance running = instance();
        if (on && closedPort == null) {
            await(running.onContext(() -> running.server().close()));
            holdPort();
        } else if (!on && closedPort != null) {
            await(running.onContext(() -> running.server().listen(config.host(), ports.http())));
            giveUpPort();
        }
    }

    private void holdPort() {
        if (closedPort == null) {
            closedPort = HeldPort.of(config.host(), ports.http());
        }
    }

    private void giveUpPort() {
        HeldPort held = closedPort;
        closedPort = null;
        if (held != null) {
            held.close();
        }
    }

    /** Empties the cache of every rank; false if requests ran on any. */
    public boolean flush() {
        boolean all = true;
        for (int i = 0; i < ranks.size(); i++) {
            all &= instance().rank(i).flush().join();
        }
        return all;
    }

    /** Requests that run or wait. */
    public int liveRequests() {
        int[] count = new int[1];
        onContext(running -> count[0] = running.server().liveRuns());
        return count[0];
    }

    /** HTTP connections that are open. */
    public int connections() {
        int[] count = new int[1];
        onContext(running -> count[0] = running.server().connections());
        return count[0];
    }

    /** Legs that wait for the other one. */
    public int openMeetings() {
        int[] count = new int[1];
        onContext(running -> count[0] = running.meetings());
        return count[0];
    }

    /** Prompts whose blocks were given back because no decode leg came for them in time. */
    public int lapsedMeetings() {
        int[] count = new int[1];
        onContext(running -> count[0] = running.lapsedMeetings());
        return count[0];
    }

    /** Decode legs that got KV of other prompts from here, because they came when their own had been given back. */
    public int foreignFetches() {
        int[] count = new int[1];
        onContext(running -> count[0] = running.foreignFetches());
        return count[0];
    }

    /**
     * Waits until no request runs and every batch has been published.
     *
     * @throws IllegalStateException if that takes longer than {@code patience}
     */
    public void awaitIdle(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!isIdle()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(config.name() + " is not idle after " + patience);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
        instance().publisher().flushed().join();
    }

    private boolean isIdle() {
        if (liveRequests() > 0) {
            return false;
        }
        for (SimRank rank : ranks) {
            var stats = rank.stats();
            if (stats.running() > 0 || stats.waiting() > 0 || stats.usedBlocks() > 0) {
                return false;
            }
        }
        return true;
    }

    EngineInstance instance() {
        EngineInstance running = instance;
        if (running == null) {
            throw new IllegalStateException(config.name() + " is stopped");
        }
        return running;
    }

    private void onContext(Consumer<EngineInstance> action) {
        EngineInstance running = instance();
        await(running.onContext(() -> {
            action.accept(running);
            return Future.succeededFuture();
        }));
    }

    /** Waits for something that only an event loop can do. */
    static void await(Future<?> future) {
        try {
            future.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the engine did not do it in " + PATIENCE_SECONDS + " s", e);
        }
    }
}

package dev.warmpath.it.sim;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.cache.KvCache;
import dev.warmpath.it.sim.cache.LowerTier;
import dev.warmpath.it.sim.events.EventFaults;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.events.EventPublisher;
import dev.warmpath.it.sim.events.RankSockets;
import dev.warmpath.it.sim.fault.FaultPlan;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.it.sim.hash.SglangHashing;
import dev.warmpath.it.sim.hash.VllmHashing;
import dev.warmpath.it.sim.http.EngineParts;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.http.RequestLog;
import dev.warmpath.it.sim.http.server.EngineServer;
import dev.warmpath.it.sim.load.LoadPublisher;
import dev.warmpath.it.sim.pd.LegRunner;
import dev.warmpath.it.sim.pd.WholeLegs;
import dev.warmpath.it.sim.pd.meet.BootstrapClient;
import dev.warmpath.it.sim.pd.meet.BootstrapServer;
import dev.warmpath.it.sim.pd.meet.MeetingPlace;
import dev.warmpath.it.sim.pd.sglang.SglangDecodeLegs;
import dev.warmpath.it.sim.pd.sglang.SglangPrefillLegs;
import dev.warmpath.it.sim.pd.vllm.VllmDecodeLegs;
import dev.warmpath.it.sim.pd.vllm.VllmPrefillLegs;
import dev.warmpath.it.sim.request.ParserRules;
import dev.warmpath.it.sim.request.RequestParser;
import dev.warmpath.it.sim.schedule.EngineThread;
import dev.warmpath.it.sim.schedule.Rank;
import dev.warmpath.it.sim.schedule.RankScheduler;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One life of an engine, from its start to its stop: a restart is a new one on the same ports. */
final class EngineInstance extends VerticleBase {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SimEngineConfig config;
    private final EnginePorts ports;
    private final FaultPlan faults;
    private final RequestLog requests;
    private final HashScheme hashes;
    private final EventPublisher publisher;
    private final EngineThread thread;
    private final List<Rank> ranks = new ArrayList<>();
    private final @Nullable LoadPublisher loads;
    private final MeetingPlace place = new MeetingPlace();

    /** New in every life, as the engines' own: nobody fetches KV of an earlier one. */
    private final String transferName = UUID.randomUUID().toString();

    private @Nullable EngineServer server;
    private @Nullable BootstrapServer bootstrap;
    private @Nullable BootstrapClient client;

    /** Binds the event sockets; HTTP follows when it is deployed. Blocks. */
    EngineInstance(
            SimEngineConfig config,
            EnginePorts ports,
            List<LowerTier> disks,
            List<EventFaults> eventFaults,
            FaultPlan faults,
            RequestLog requests) {
        this.config = config;
        this.ports = ports;
        this.faults = faults;
        this.requests = requests;
        this.hashes = config.engine() == Engine.SGLANG ? new SglangHashing() : new VllmHashing(config.hashSeed());
        this.publisher =
                EventPublisher.start("sim-events-" + config.name(), config.events(), hashes, sockets(eventFaults));
        this.thread = new EngineThread("sim-" + config.name());
        for (int i = 0; i < config.ranks(); i++) {
            ranks.add(newRank(i, disks.get(i)));
        }
        this.loads = config.loadStream()
                ? LoadPublisher.start(
                        config.host(), config.firstRank(), ranks, config.cache().blockSize())
                : null;
    }

    private Rank newRank(int index, LowerTier disk) {
        KvCache cache = KvCache.of(config.engine(), config.cache(), disk);
        publish(index, cache.drain());
        RankScheduler scheduler = new RankScheduler(thread, config.times(), cache, changes -> publish(index, changes));
        return new Rank(config.firstRank() + index, thread, scheduler);
    }

    private void publish(int index, List<CacheChange> changes) {
        if (config.events().enabled() && !changes.isEmpty()) {
            publisher.publish(index, changes);
        }
    }

    private List<RankSockets> sockets(List<EventFaults> eventFaults) {
        List<RankSockets> sockets = new ArrayList<>();
        EventOptions events = config.events();
        for (int i = 0; events.enabled() && i < config.ranks(); i++) {
            int number = config.firstRank() + i;
            String connectHost = events.connectHost();
            sockets.add(new RankSockets(
                    number,
                    connectHost == null
                            ? "tcp://" + config.host() + ":" + (ports.events() + number)
                            : "tcp://" + connectHost + ":" + (events.connectPort() + i),
                    connectHost == null,
                    events.ringBatches() == 0 ? null : "tcp://" + config.host() + ":" + (ports.replay() + number),
                    eventFaults.get(i)));
        }
        return sockets;
    }

    @Override
    public Future<?> start() {
        EngineProfile profile = profile();
        RequestParser parser = new RequestParser(
                JSON,
                new ParserRules(
                        config.engine(),
                        config.role(),
                        config.model(),
                        new HashSet<>(config.adapters()),
                        config.contextTokens(),
                        config.firstRank(),
                        config.ranks()),
                config.tokenizer());
        EngineServer http = new EngineServer(
                new EngineParts(vertx, JSON, profile, parser, config.tokenizer(), hashes, ranks, legs()),
                faults,
                requests,
                config.keepAlive().toMillis(),
                config.tls());
        server = http;
        if (config.role() != Role.PREFILL) {
            return http.listen(config.host(), ports.http());
        }
        BootstrapServer meeting =
                new BootstrapServer(vertx, JSON, place, transferName, config.firstRank(), config.ranks());
        bootstrap = meeting;
        return meeting.listen(config.host(), ports.bootstrap())
                .compose(listening -> http.listen(config.host(), ports.http()));
    }

    private LegRunner legs() {
        return switch (config.protocol()) {
            case SGLANG_BOOTSTRAP ->
                config.role() == Role.PREFILL
                        ? new SglangPrefillLegs(context, place, config.pd(), config.times())
                        : new SglangDecodeLegs(context, bootstrapClient(), config.pd());
            case VLLM_NIXL, VLLM_MOONCAKE ->
                config.role() == Role.PREFILL
                        ? new VllmPrefillLegs(
                                context, JSON, place, config.pd(), transferName, config.host(), ports.bootstrap())
                        : new VllmDecodeLegs(context, bootstrapClient(), config.pd());
            case NONE -> new WholeLegs(context);
        };
    }

    private BootstrapClient bootstrapClient() {
        BootstrapClient fresh = new BootstrapClient(vertx, JSON);
        client = fresh;
        return fresh;
    }

    private EngineProfile profile() {
        boolean binds = config.events().enabled() && config.events().connectHost() == null;
        return new EngineProfile(
                config.engine(),
                config.role(),
                config.version(),
                config.model(),
                config.adapters(),
                config.contextTokens(),
                config.answerTokens(),
                config.cache().blockSize(),
                config.firstRank(),
                config.ranks(),
                config.reportCachedTokens(),
                config.apiKey(),
                config.hasBootstrap() ? ports.bootstrap() : null,
                config.events(),
                binds ? ports.events() : 0,
                binds && config.events().ringBatches() > 0 ? ports.replay() : 0,
                loads == null ? 0 : loads.base(),
                config.maxBodyBytes());
    }

    @Override
    public Future<?> stop() {
        Future<?> closed = server().close();
        if (bootstrap != null) {
            closed = Future.join(closed, bootstrap.close());
        }
        if (client != null) {
            closed = Future.join(closed, client.close());
        }
        return closed;
    }

    /** Closes what does not belong to the event loop. Blocks. */
    void release() {
        if (loads != null) {
            loads.close();
        }
        thread.close();
        publisher.close();
    }

    /** Runs something on the engine's context; completes when it has been done. */
    Future<Void> onContext(Supplier<Future<?>> action) {
        Promise<Void> done = Promise.promise();
        context.runOnContext(nothing -> action.get().<Void>mapEmpty().onComplete(done));
        return done.future();
    }

    EngineServer server() {
        EngineServer running = server;
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        return running;
    }

    void freeze(boolean on) {
        server().freeze(on);
        if (bootstrap != null) {
            bootstrap.freeze(on);
        }
        ranks.forEach(rank -> rank.pause(on));
        publisher.pause(on);
        if (loads != null) {
            loads.silent(on);
        }
    }

    Rank rank(int index) {
        return ranks.get(index);
    }

    EventPublisher publisher() {
        return publisher;
    }

    LoadPublisher loads() {
        if (loads == null) {
            throw new IllegalStateException(config.name() + " publishes no load");
        }
        return loads;
    }

    int meetings() {
        return place.waiting();
    }

    int lapsedMeetings() {
        return place.lapsedMeetings();
    }

    int foreignFetches() {
        return place.foreignFetches();
    }
}

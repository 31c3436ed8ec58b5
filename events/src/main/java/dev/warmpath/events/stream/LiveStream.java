package dev.warmpath.events.stream;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.events.decode.BatchDecoder;
import dev.warmpath.events.kv.KvEventSink;
import dev.warmpath.events.zmq.EndpointResolver;
import dev.warmpath.events.zmq.PublisherLink;
import dev.warmpath.events.zmq.ReplayClient;
import dev.warmpath.events.zmq.SocketLoop;
import dev.warmpath.events.zmq.Sockets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One rank's stream: brings link, replay, sequence and traffic together into one state. Everything but {@link #state},
 * {@link #status} and {@link #noteTraffic} runs on the loop's thread.
 */
final class LiveStream implements RankStream {

    private static final Logger log = LoggerFactory.getLogger(LiveStream.class);

    /** A socket that is replaced and stays silent is replaced again after up to this many times the first wait. */
    private static final int MAX_REPLACE_WAIT = 16;

    private static final Duration SHORTEST_TICK = Duration.ofMillis(10);
    private static final Duration LONGEST_TICK = Duration.ofMillis(250);

    /** The state as the rest of the router sees it; replaced as a whole. */
    private record Standing(StreamState state, StreamReason reason, Instant since) {}

    private final StreamSpec spec;
    private final EventSettings settings;
    private final SocketLoop loop;
    private final StreamCounters counters = new StreamCounters();
    private final TrafficWatch watch;
    private final BatchApplier applier;
    private final WaitingBatches waiting;
    private final SequenceTracker tracker;
    private final PublisherLink link;
    private final @Nullable ReplayClient replay;
    private final Duration tick;
    private final LogGate stateLog = new LogGate();

    private StreamReason unconnected = StreamReason.NOT_YET_CONNECTED;
    private boolean connected;
    private boolean opened;
    private long quietSince = System.nanoTime();
    private int replaceWait = 1;
    private SocketLoop.@Nullable Timer timer;

    private volatile Standing standing =
            new Standing(StreamState.CONNECTING, StreamReason.NOT_YET_CONNECTED, Instant.now());
    private volatile String endpoint;
    private volatile long lastSequence = -1;
    private volatile int buffered;
    private volatile int connections;

    LiveStream(
            StreamSpec spec,
            KvEventSink sink,
            EventSettings settings,
            SocketLoop loop,
            Sockets sockets,
            EndpointResolver resolver,
            BatchDecoder decoder) {
        this.spec = spec;
        this.settings = settings;
        this.loop = loop;
        this.endpoint = spec.endpoint();
        this.watch = new TrafficWatch(settings.silentAfter());
        this.applier = new BatchApplier(spec, decoder, sink, counters);
        this.waiting = new WaitingBatches(settings.maxBufferedBatches(), settings.maxBufferedBytes());
        boolean replayable = spec.replayEndpoint() != null;
        this.tracker = new SequenceTracker(replayable, settings.replayAttempts(), waiting, counters, new Decisions());
        this.link = new PublisherLink(
                loop,
                sockets,
                resolver,
                settings,
                spec.direction() == StreamSpec.Direction.BIND,
                spec.endpoint(),
                spec.topic(),
                new LinkEvents());
        this.replay = spec.replayEndpoint() == null
                ? null
                : new ReplayClient(loop, sockets, resolver, settings, spec.replayEndpoint(), new ReplayEvents());
        this.tick = tickOf(settings);
    }

    /** Short against the clocks it serves. */
    private static Duration tickOf(EventSettings settings) {
        Duration shortest = settings.silentAfter().compareTo(settings.livenessTimeout()) < 0
                ? settings.silentAfter()
                : settings.livenessTimeout();
        Duration quarter = shortest.dividedBy(4);
        if (quarter.compareTo(SHORTEST_TICK) < 0) {
            return SHORTEST_TICK;
        }
        return quarter.compareTo(LONGEST_TICK) > 0 ? LONGEST_TICK : quarter;
    }

    @Override
    public StreamSpec spec() {
        return spec;
    }

    @Override
    public StreamState state() {
        return standing.state();
    }

    @Override
    public void noteTraffic() {
        watch.traffic(System.nanoTime());
    }

    @Override
    public StreamStatus status() {
        Standing now = standing;
        long age = watch.nanosSinceEvent(System.nanoTime());
        return new StreamStatus(
                now.state(),
                now.reason(),
                now.since(),
                endpoint,
                lastSequence,
                counters.batches.sum(),
                counters.gaps.sum(),
                counters.missing.sum(),
                counters.lost.sum(),
                counters.replays.sum(),
                counters.replaysFailed.sum(),
                counters.duplicates.sum(),
                counters.restarts.sum(),
                counters.connects.sum(),
                connections,
                counters.rankMismatches.sum(),
                counters.frameErrors.sum(),
                counters.sinkFailures.sum(),
                age < 0 ? -1 : age / 1_000_000,
                applier.lagMillis(),
                counters.events(),
                counters.rejected(),
                buffered);
    }

    /** Begins; from any thread. */
    void open() {
        loop.execute(() -> {
            opened = true;
            link.open();
            scheduleTick();
        });
    }

    /** Ends; from any thread. Completes when the sockets are closed and the sink will not be called again. */
    CompletableFuture<Void> close() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.execute(() -> {
            shut();
            done.complete(null);
        });
        return done;
    }

    private void shut() {
        opened = false;
        if (timer != null) {
            timer.cancel();
        }
        if (replay != null) {
            replay.stop();
        }
        link.close();
        connections = 0;
        waiting.clear();
        buffered = 0;
        standing = new Standing(StreamState.OFF, StreamReason.NO_ENDPOINT, Instant.now());
    }

    private void scheduleTick() {
        timer = loop.schedule(tick, () -> {
            scheduleTick();
            look(System.nanoTime());
        });
    }

    /** What only the clock can tell: silence under traffic, a quiet stream to be probed. */
    private void look(long now) {
        long unanswered = watch.unansweredNanos(now);
        if (unanswered == 0) {
            replaceWait = 1;
        } else if (connected && unanswered >= settings.livenessTimeout().toNanos() * replaceWait) {
            replaceWait = Math.min(replaceWait * 2, MAX_REPLACE_WAIT);
            log.atInfo()
                    .addKeyValue("target", spec.target())
                    .addKeyValue("endpoint", endpoint)
                    .log("no events under traffic: the event socket is replaced");
            link.replace();
        }
        long probeAfter = settings.idleProbe().toNanos();
        if (connected && probeAfter > 0 && now - quietSince >= probeAfter) {
            quietSince = now;
            tracker.probe();
        }
        publish();
    }

    /** Makes what has changed visible to other threads, and logs a change of state. */
    private void publish() {
        lastSequence = tracker.last();
        buffered = waiting.size();
        connections = link.connections();
        StreamState state;
        StreamReason reason;
        if (!connected) {
            state = StreamState.CONNECTING;
            reason = unconnected;
        } else if (watch.silent(System.nanoTime())) {
            state = StreamState.SILENT;
            reason = StreamReason.NO_EVENTS_UNDER_TRAFFIC;
        } else {
            state = tracker.state();
            reason = tracker.reason();
        }
        Standing before = standing;
        if (opened && (state != before.state() || reason != before.reason())) {
            Instant since = state == before.state() ? before.since() : Instant.now();
            standing = new Standing(state, reason, since);
            logChange(before, state, reason);
        }
    }

    private void logChange(Standing before, StreamState state, StreamReason reason) {
        if (!stateLog.opens(System.nanoTime())) {
            return;
        }
        boolean worse = state.trust() < before.state().trust();
        log.atLevel(worse ? Level.WARN : Level.INFO)
                .addKeyValue("target", spec.target())
                .addKeyValue("endpoint", endpoint)
                .addKeyValue("from", before.state().key())
                .addKeyValue("state", state.key())
                .addKeyValue("reason", reason.key())
                .addKeyValue("last_sequence", lastSequence)
                .addKeyValue("unlogged", stateLog.takeSuppressed())
                .log("event stream changed state");
    }

    private final class Decisions implements SequenceTracker.Rank {

        @Override
        public SequenceTracker.Effect apply(long sequence, byte[] payload) {
            long now = System.nanoTime();
            quietSince = now;
            watch.event(now);
            return applier.apply(sequence, payload);
        }

        @Override
        public void drop() {
            log.atInfo()
                    .addKeyValue("target", spec.target())
                    .addKeyValue("last_sequence", lastSequence)
                    .log("publisher began anew: the rank's view is dropped");
            applier.drop();
        }

        @Override
        public void ask(long from) {
            if (replay != null) {
                replay.ask(from);
            }
        }

        @Override
        public void stopAsking() {
            if (replay != null) {
                replay.stop();
            }
        }
    }

    private final class LinkEvents implements PublisherLink.Listener {

        @Override
        public void opened() {
            endpoint = link.address();
        }

        @Override
        public void connected() {
            counters.connects.increment();
            connected = true;
            quietSince = System.nanoTime();
            endpoint = link.address();
            tracker.connected();
            publish();
        }

        @Override
        public void disconnected() {
            connected = false;
            unconnected = StreamReason.CONNECTION_LOST;
            publish();
        }

        @Override
        public void unanswered(Duration after) {
            log.atWarn()
                    .addKeyValue("target", spec.target())
                    .addKeyValue("endpoint", endpoint)
                    .addKeyValue("seconds", after.toSeconds())
                    .log("nobody answers at the event endpoint; is the engine publishing KV events there?");
        }

        @Override
        public void refused(String why) {
            if (unconnected != StreamReason.ENDPOINT_REFUSED) {
                log.atWarn()
                        .addKeyValue("target", spec.target())
                        .addKeyValue("endpoint", spec.endpoint())
                        .addKeyValue("cause", why)
                        .log("the event endpoint cannot be used; it is tried again");
            }
            if (!connected) {
                unconnected = StreamReason.ENDPOINT_REFUSED;
            }
            publish();
        }

        @Override
        public void message(long sequence, byte[] payload) {
            tracker.live(sequence, payload);
            publish();
        }

        @Override
        public void malformed() {
            counters.frameErrors.increment();
        }
    }

    private final class ReplayEvents implements ReplayClient.Listener {

        @Override
        public void replayed(long sequence, byte[] payload) {
            tracker.replayed(sequence, payload);
            publish();
        }

        @Override
        public void replayEnded() {
            tracker.replayEnded();
            publish();
        }

        @Override
        public void replayFailed() {
            boolean probing = tracker.probing();
            tracker.replayFailed();
            if (probing) {
                link.replace();
            }
            publish();
        }

        @Override
        public void malformed() {
            counters.frameErrors.increment();
        }
    }
}

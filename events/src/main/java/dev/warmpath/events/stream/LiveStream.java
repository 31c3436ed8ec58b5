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
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One rank's stream: brings link, replay, sequence and traffic together into one state. Everything but {@link #state},
 * {@link #status} and {@link #noteTraffic} runs on the loop's thread.
 */
final class LiveStream implements RankStream {

    private static final Logger log = LoggerFactory.getLogger(LiveStream.class);

    private final StreamSpec spec;
    private final SocketLoop loop;
    private final StreamCounters counters = new StreamCounters();
    private final TrafficWatch watch;
    private final BatchApplier applier;
    private final WaitingBatches waiting;
    private final SequenceTracker tracker;
    private final Inheritance inheritance;
    private final PublisherLink link;
    private final @Nullable ReplayClient replay;
    private final StreamClocks clocks;
    private final StandingLog standing;
    private final LogGate restartLog = new LogGate();

    private StreamReason unconnected = StreamReason.NOT_YET_CONNECTED;
    private boolean connected;
    private boolean opened;
    /** Whether what is being applied comes from a replay. */
    private boolean replaying;

    private SocketLoop.@Nullable Timer timer;

    private volatile String endpoint;
    private volatile long lastSequence = -1;
    private volatile int buffered;
    private volatile int connections;
    private volatile @Nullable String otherTopic;

    LiveStream(
            StreamSpec spec,
            KvEventSink sink,
            EventSettings settings,
            SocketLoop loop,
            Sockets sockets,
            EndpointResolver resolver,
            BatchDecoder decoder) {
        this.spec = spec;
        this.loop = loop;
        this.endpoint = spec.endpoint();
        this.standing = new StandingLog(spec.target());
        this.watch = new TrafficWatch(settings.silentAfter());
        this.applier = new BatchApplier(spec, decoder, sink, counters);
        this.waiting = new WaitingBatches(settings.maxBufferedBatches(), settings.maxBufferedBytes());
        boolean replayable = spec.replayEndpoint() != null;
        this.tracker = new SequenceTracker(replayable, settings.replayAttempts(), waiting, counters, new Decisions());
        this.inheritance = new Inheritance(loop, tracker, applier);
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
        this.clocks = new StreamClocks(settings, System.nanoTime());
    }

    @Override
    public StreamSpec spec() {
        return spec;
    }

    @Override
    public StreamState state() {
        return standing.current().state();
    }

    @Override
    public void noteTraffic(long beganNanos) {
        watch.traffic(beganNanos, System.nanoTime());
    }

    @Override
    public StreamStatus status() {
        StandingLog.Standing now = standing.current();
        long clock = System.nanoTime();
        long age = watch.nanosSinceEvent(clock);
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
                watch.unansweredNanos(clock) / 1_000_000,
                applier.lag().last(),
                applier.lag().least(),
                otherTopic,
                counters.events(),
                counters.rejected(),
                buffered);
    }

    @Override
    public CompletableFuture<Boolean> atRest(Consumer<StreamPosition> look) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        loop.execute(() -> {
            StreamPosition position = opened ? tracker.position() : null;
            try {
                if (position != null) {
                    look.accept(position);
                }
                done.complete(position != null);
            } catch (RuntimeException | Error failed) {
                done.completeExceptionally(failed);
            }
        });
        return done;
    }

    /** Begins, with what an earlier run left if there is anything; from any thread. */
    void open(@Nullable SavedView saved) {
        loop.execute(() -> inheritance.begin(saved, () -> {
            opened = true;
            link.open();
            scheduleTick();
        }));
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
        inheritance.end();
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
        standing.end();
    }

    private void scheduleTick() {
        timer = loop.schedule(clocks.tick(), () -> {
            scheduleTick();
            look(System.nanoTime());
        });
    }

    /** What only the clock can tell: silence under traffic, a quiet stream to be probed. */
    private void look(long now) {
        long unanswered = watch.unansweredNanos(now);
        if (unanswered == 0) {
            clocks.answered();
        } else if (connected && clocks.replaces(unanswered)) {
            log.atInfo()
                    .addKeyValue("target", spec.target())
                    .addKeyValue("endpoint", endpoint)
                    .log("no events under traffic: the event socket is replaced");
            link.replace();
        }
        if (connected && otherTopic == null && clocks.doubtsTopic(unanswered)) {
            link.listenWide();
        }
        if (connected && clocks.probes(now)) {
            tracker.probe();
        }
        publish();
    }

    /** Makes what has changed visible to other threads. */
    private void publish() {
        lastSequence = tracker.last();
        buffered = waiting.size();
        connections = link.connections();
        if (!opened) {
            return;
        }
        if (!connected) {
            standing.update(StreamState.CONNECTING, unconnected, endpoint, lastSequence);
        } else if (watch.silent(System.nanoTime())) {
            StreamReason why = otherTopic == null ? StreamReason.NO_EVENTS_UNDER_TRAFFIC : StreamReason.OTHER_TOPIC;
            standing.update(StreamState.SILENT, why, endpoint, lastSequence);
        } else {
            standing.update(tracker.state(), tracker.reason(), endpoint, lastSequence);
        }
    }

    private final class Decisions implements TrackedRank {

        @Override
        public TrackedRank.Effect apply(long sequence, byte[] payload) {
            long now = System.nanoTime();
            clocks.heard(now);
            watch.event(now);
            return applier.apply(sequence, payload, !replaying);
        }

        @Override
        public void drop() {
            if (restartLog.opens(System.nanoTime())) {
                log.atInfo()
                        .addKeyValue("target", spec.target())
                        .addKeyValue("last_sequence", lastSequence)
                        .addKeyValue("unlogged", restartLog.takeSuppressed())
                        .log("publisher began anew: the rank's view is dropped");
            }
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

        @Override
        public void resumed(Resumption outcome) {
            inheritance.became(outcome);
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
            clocks.heard(System.nanoTime());
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
            if (otherTopic != null) {
                otherTopic = null;
            }
            tracker.live(sequence, payload);
            publish();
        }

        @Override
        public void malformed() {
            counters.frameErrors.increment();
        }

        @Override
        public void moved(String address) {
            log.atWarn()
                    .addKeyValue("target", spec.target())
                    .addKeyValue("endpoint", spec.endpoint())
                    .addKeyValue("left", address)
                    .log("the event endpoint's host has another address now: the event socket is replaced");
        }

        @Override
        public void otherTopic(String topic) {
            if (otherTopic == null) {
                log.atWarn()
                        .addKeyValue("target", spec.target())
                        .addKeyValue("endpoint", endpoint)
                        .addKeyValue("subscribed", spec.topic())
                        .addKeyValue("published", topic)
                        .log("events are published under another topic than kv_events.topic: none of them arrives");
            }
            otherTopic = topic;
        }
    }

    private final class ReplayEvents implements ReplayClient.Listener {

        @Override
        public void replayed(long sequence, byte[] payload) {
            clocks.replayAnswered();
            replaying = true;
            try {
                tracker.replayed(sequence, payload);
            } finally {
                replaying = false;
            }
            publish();
        }

        @Override
        public void replayEnded() {
            tracker.replayEnded();
            publish();
        }

        @Override
        public void replayFailed() {
            if (tracker.probing()) {
                clocks.probeFailed();
                // A replay that used to answer and does not now makes the live socket doubtful too.
                if (tracker.replayProven()) {
                    link.replace();
                }
            }
            tracker.replayFailed();
            publish();
        }

        @Override
        public void malformed() {
            counters.frameErrors.increment();
        }
    }
}

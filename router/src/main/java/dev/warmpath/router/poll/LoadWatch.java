package dev.warmpath.router.poll;

import dev.warmpath.config.settings.EngineLoadSettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.load.LoadStreams;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.load.PollState;
import dev.warmpath.router.load.PollStatus;
import dev.warmpath.router.load.RankReading;
import dev.warmpath.router.remote.WorkerCall;
import dev.warmpath.router.watch.Interview;
import dev.warmpath.router.watch.RoundOfCalls;
import dev.warmpath.scorer.choice.Candidate;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks every worker of the fleet for its own load, once it is known which engine it runs, and holds the answer against what
 * the router has on it at that moment. A worker that does not answer keeps its last load until that is stale. Where
 * {@code engine_load.stream} says so, a worker whose load stream is heard is not asked: what it said last is the answer.
 */
public final class LoadWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(LoadWatch.class);

    /** Source of a load that nobody was asked for. */
    private static final String LOAD_STREAM = "load stream";

    private final Supplier<FleetView> fleet;
    private final ToLongFunction<Candidate> requests;
    private final EngineLoadSettings settings;
    private final RandomGenerator random;
    private final EventSettings events;
    private final HostNames names;
    private @Nullable LoadStreams streams;
    private WorkerCall calls;

    /** Of this verticle's event loop. */
    private boolean stopping;

    /** One worker that is asked. */
    private final class Respondent implements Interview {

        private final Worker worker;
        private final @Nullable LoadFeed feed;
        private Duration pause = Duration.ZERO;
        private boolean old;

        Respondent(Worker worker, @Nullable LoadFeed feed) {
            this.worker = worker;
            this.feed = feed;
            // A fleet is not asked in lockstep.
            this.pause = times(random.nextDouble());
        }

        @Override
        public boolean wanted() {
            return worker.engine().known() != null;
        }

        @Override
        public Duration pause() {
            return pause;
        }

        private Question question() {
            if (worker.engine().known() == Engine.VLLM) {
                return Question.METRICS;
            }
            return old ? Question.GET_LOAD : Question.LOADS;
        }

        @Override
        public Future<Runnable> ask() {
            pause = times(0.8 + 0.4 * random.nextDouble());
            LoadFeed stream = feed;
            if (stream == null) {
                return poll("", false);
            }
            if (worker.engine().known() != Engine.SGLANG) {
                stream.forget();
                return poll("", false);
            }
            long now = System.nanoTime();
            Map<Integer, RankReading> heard = stream.heard(now);
            if (!heard.isEmpty()) {
                return Future.succeededFuture(() -> told(LOAD_STREAM, heard, "", false));
            }
            Future<Void> looked =
                    stream.lookDue(now) ? stream.look(vertx, calls, settings.timeout()) : Future.succeededFuture();
            return looked.compose(nothing -> poll(stream.trouble(now), stream.unheard(now)));
        }

        /**
         * @param instead why it is asked though it might be heard, or empty
         * @param unheard whether that is because its stream says nothing
         */
        private Future<Runnable> poll(String instead, boolean unheard) {
            Question question = question();
            long asked = System.nanoTime();
            return question.ask(vertx, calls, worker, settings.timeout())
                    .<Runnable>map(totals -> () -> {
                        Map<Integer, RankReading> ranks = totals.of(worker.settings(), asked);
                        if (ranks.isEmpty()) {
                            failed(question, new Unreadable("no load of any of its ranks"), unheard);
                        } else {
                            told(question.path(), ranks, instead, unheard);
                        }
                    })
                    .otherwise(failed -> () -> failed(question, failed, unheard));
        }

        @Override
        public void left() {
            if (feed != null) {
                feed.end();
            }
        }

        private void told(String source, Map<Integer, RankReading> ranks, String instead, boolean unheard) {
            ranks.forEach((rank, reading) -> worker.engineLoad()
                    .told(
                            rank,
                            reading,
                            requests.applyAsLong(worker.ranks().get(rank).candidate())));
            tell(PollState.OK, source, instead, unheard);
        }

        private void failed(Question question, Throwable why, boolean unheard) {
            if (why instanceof WorkerCall.Refused refused && refused.status() == 404) {
                // Whichever of the two there is; asked in turn for as long as there is none.
                old = question == Question.LOADS;
            }
            tell(state(why), question.path(), String.valueOf(why.getMessage()), unheard);
        }

        /** One line per change; while all is well the detail is one of few, and tells where the load is from. */
        private void tell(PollState state, String source, String detail, boolean unheard) {
            if (stopping) {
                // What was asked last fails with the connections of a router that ends: no news of the worker.
                return;
            }
            PollStatus before = worker.engineLoad().status();
            boolean same = before.state() == state
                    && (state.failed() || before.detail().equals(detail))
                    && before.source().equals(LOAD_STREAM) == source.equals(LOAD_STREAM);
            Instant since = same ? before.since() : Instant.now();
            worker.engineLoad().asked(new PollStatus(state, source, detail, since, unheard));
            if (!same) {
                (state.failed() || !detail.isEmpty() ? log.atWarn() : log.atInfo())
                        .addKeyValue("worker", worker.id())
                        .addKeyValue("state", state.key())
                        .addKeyValue("source", source)
                        .addKeyValue("detail", detail)
                        .log("what is known of a worker's own load changed");
            }
        }
    }

    /**
     * Asks by these clocks.
     *
     * @param requests of the router's own on a rank that have not ended
     * @param events clocks of load streams
     * @param names asked for their hosts; the caller closes it
     */
    @SuppressWarnings("NullAway.Init")
    public LoadWatch(
            Supplier<FleetView> fleet,
            ToLongFunction<Candidate> requests,
            EngineLoadSettings settings,
            EventSettings events,
            HostNames names,
            RandomGenerator random) {
        this.fleet = fleet;
        this.requests = requests;
        this.settings = settings;
        this.random = random;
        this.events = events;
        this.names = names;
    }

    @Override
    public Future<?> start() {
        calls = WorkerCall.overOwnConnections(vertx, settings.maxBodyBytes());
        streams = settings.stream() ? new LoadStreams(events, names) : null;
        RoundOfCalls.start(vertx, fleet, this::admit);
        return Future.succeededFuture();
    }

    /** Joins the streams' thread, which no event loop may wait for. */
    @Override
    public Future<?> stop() {
        stopping = true;
        LoadStreams open = streams;
        return open == null
                ? Future.succeededFuture()
                : vertx.executeBlocking(() -> {
                    open.close();
                    return null;
                });
    }

    private Interview admit(Worker worker) {
        worker.engineLoad().watched(settings);
        return new Respondent(worker, streams == null ? null : new LoadFeed(streams, worker));
    }

    private static PollState state(Throwable why) {
        if (why instanceof WorkerCall.Refused refused) {
            return refused.status() == 401 || refused.status() == 403 ? PollState.UNAUTHORISED : PollState.REFUSED;
        }
        if (why instanceof WorkerCall.TooLong) {
            return PollState.TOO_LONG;
        }
        return why instanceof Unreadable ? PollState.UNREADABLE : PollState.UNREACHABLE;
    }

    private Duration times(double factor) {
        return Duration.ofNanos((long) (factor * settings.interval().toNanos()));
    }
}

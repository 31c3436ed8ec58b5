package dev.warmpath.router.observe.request;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.disagg.HandOffGap;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.router.retry.RetryDenial;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.load.Booking;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of requests, decisions and legs. */
public final class RouterMetrics {

    /** Counts legs that did not do their part. */
    public static final String LEG_ERRORS = "warmpath.leg.errors";

    static final String MISSING_HAND_OFFS = "warmpath.hand.offs.missing";

    /** Counters with a worker among their labels, by which they are dropped when it has left. */
    public static final List<String> PER_WORKER = List.of(
            LEG_ERRORS,
            MISSING_HAND_OFFS,
            FeedbackMeters.PREDICTED_TOKENS,
            FeedbackMeters.ACTUAL_TOKENS,
            FeedbackMeters.ANSWERS);

    private static final Duration[] STEP_BUCKETS = {
        Duration.ofNanos(1_000), Duration.ofNanos(5_000), Duration.ofNanos(10_000),
        Duration.ofNanos(25_000), Duration.ofNanos(50_000), Duration.ofNanos(100_000),
        Duration.ofNanos(250_000), Duration.ofMillis(1), Duration.ofMillis(5),
        Duration.ofMillis(25), Duration.ofMillis(100), Duration.ofSeconds(1)
    };

    private final MeterRegistry registry;
    private final ModelNames models;
    private final AtomicLong inFlight = new AtomicLong();
    private final Map<String, ModelMeters> byModel = new ConcurrentHashMap<>();
    private final Map<Role, DecisionMeters> byRole = new EnumMap<>(Role.class);
    private final Map<Endpoint, Counter> byEndpoint = new EnumMap<>(Endpoint.class);
    private final FeedbackMeters feedback;
    private final Timer chooseTime;
    private final Timer promptTime;
    private final Counter retries;
    private final Counter savedHandOffs;
    private final Counter connectionsRefused;
    private final Counter expiredLeases;

    /** @param models whose names may become labels */
    public RouterMetrics(MeterRegistry registry, ModelNames models) {
        this.registry = registry;
        this.models = models;
        for (Role role : Role.values()) {
            byRole.put(role, new DecisionMeters(registry, role));
        }
        for (Endpoint endpoint : Endpoint.values()) {
            byEndpoint.put(
                    endpoint,
                    Counter.builder("warmpath.requests.by.endpoint")
                            .description("Requests that have come in, by endpoint")
                            .tag("endpoint", endpoint.key())
                            .register(registry));
        }
        this.feedback = new FeedbackMeters(registry);
        this.chooseTime = step("warmpath.choose", "Choosing and booking targets for one attempt");
        this.promptTime = step("warmpath.prompt", "Rendering, tokenizing and hashing one prompt, queueing included");
        this.retries = Counter.builder("warmpath.retries")
                .description("Attempts after the first of a request")
                .register(registry);
        this.savedHandOffs = Counter.builder("warmpath.hand.offs.saved")
                .description("Answers of decode workers that computed the little they lacked of a prompt themselves")
                .register(registry);
        this.expiredLeases = Counter.builder("warmpath.worker.leases.expired")
                .description("Workers that were removed because they were not registered again in time")
                .register(registry);
        this.connectionsRefused = Counter.builder("warmpath.connections.refused")
                .description("Client connections beyond server.max_connections")
                .register(registry);
        // A counter's first step is seen only from its zero.
        for (RetryDenial denial : RetryDenial.values()) {
            deniedRetries(denial);
        }
        Gauge.builder("warmpath.requests.in.flight", inFlight, AtomicLong::get)
                .description("Requests that have not ended")
                .register(registry);
    }

    private Timer step(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(STEP_BUCKETS)
                .register(registry);
    }

    /** Counts client connections from here on. */
    public void connections(AtomicInteger open) {
        Gauge.builder("warmpath.connections", open, AtomicInteger::get)
                .description("Open client connections")
                .register(registry);
    }

    public void connectionRefused() {
        connectionsRefused.increment();
    }

    /**
     * A request was refused for its head, before anything else was read of it.
     *
     * @param port {@code data} or {@code admin}
     * @param reason from a fixed set
     */
    public void headRefused(String port, String reason) {
        counter(
                        "warmpath.heads.refused",
                        "Requests that were refused for their head, by what was wrong with it",
                        Tags.of("port", port, "reason", reason))
                .increment();
    }

    /** Requests that have not ended. */
    public long inFlight() {
        return inFlight.get();
    }

    /** A request has come in. */
    public void requestStarted(Endpoint endpoint) {
        inFlight.incrementAndGet();
        Objects.requireNonNull(byEndpoint.get(endpoint)).increment();
    }

    /**
     * A request ended.
     *
     * @param model as the client named it; folded unless configured
     * @param status what the client got, or 499 when it left first
     * @param reason why it ended so, from a fixed set
     */
    public void requestEnded(String model, int status, String reason, long nanos) {
        inFlight.decrementAndGet();
        ModelMeters meters = meters(model);
        meters.ended(status, reason).increment();
        meters.duration().record(nanos, TimeUnit.NANOSECONDS);
    }

    private ModelMeters meters(String model) {
        String label = models.label(model);
        ModelMeters known = byModel.get(label);
        return known != null ? known : byModel.computeIfAbsent(label, fresh -> new ModelMeters(registry, fresh));
    }

    /** The first data of a successful answer was passed on. */
    public void firstToken(String model, long nanos) {
        meters(model).firstToken().record(nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * More data events of a streamed answer were passed on.
     *
     * @param nanos since those before them
     * @param count how many came at once; each is told to have taken its share of the time
     */
    public void nextTokens(String model, long nanos, int count) {
        Timer timer = meters(model).nextToken();
        for (int i = 0; i < count; i++) {
            timer.record(nanos / count, TimeUnit.NANOSECONDS);
        }
    }

    public void promptHashed(long nanos) {
        promptTime.record(nanos, TimeUnit.NANOSECONDS);
    }

    public void chosen(Choice choice, long nanos) {
        chooseTime.record(nanos, TimeUnit.NANOSECONDS);
        if (choice instanceof Choice.Pair pair) {
            decision(Role.PREFILL, pair.prefillKind(), pair.prefill());
            decision(Role.DECODE, pair.decodeKind(), pair.decode());
        } else if (choice instanceof Choice.Single single) {
            decision(Role.MIXED, single.kind(), single.booking());
        }
    }

    /** A request that was spared its prefill leg has been answered. */
    public void handOffSaved() {
        savedHandOffs.increment();
    }

    private void decision(Role role, Choice.Kind kind, Booking booking) {
        meters(role).decided(kind, booking);
    }

    private DecisionMeters meters(Role role) {
        return Objects.requireNonNull(byRole.get(role), "every role has its meters");
    }

    /** Why an answer says nothing of its engine's cache. */
    enum Untold {
        /** It has no usage: a stream whose client did not ask for it. */
        NO_USAGE,
        /** It has usage without cached tokens, from an engine that has never told them. */
        NOT_REPORTED;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** An engine has told how many tokens of a prompt it had, where so many were predicted. */
    public void cacheTold(Candidate target, int predicted, int cached) {
        feedback.told(target, predicted, cached);
    }

    void cacheNotTold(Candidate target, Untold why) {
        feedback.notTold(target, why);
    }

    /** Counted per worker; the series of workers that have left are dropped ({@link #PER_WORKER}). */
    public void legFault(LegFault fault) {
        Tags tags = Tags.of(
                "role",
                fault.role().key(),
                "worker",
                fault.target().worker(),
                "reason",
                fault.kind().key());
        counter(LEG_ERRORS, "Legs that did not do their part", tags).increment();
    }

    /**
     * A hand-off did not come about.
     *
     * @param target as {@link dev.warmpath.router.legs.HandOffWatch#missing} has it
     */
    public void handOffMissing(Target target, HandOffGap gap, boolean recomputed) {
        Tags tags = Tags.of(
                "worker", target.worker(), "reason", gap.key(), "outcome", recomputed ? "recomputed" : "failed");
        counter(MISSING_HAND_OFFS, "Requests whose KV cache no prefill worker handed over", tags)
                .increment();
    }

    public void retry() {
        retries.increment();
    }

    /** An operator took a worker out of service. */
    public void drained() {
        counter("warmpath.drains", "Times that a worker was taken out of service", Tags.empty())
                .increment();
    }

    /** A worker was removed because it was not registered again in time. */
    public void leaseExpired() {
        expiredLeases.increment();
    }

    /** A retry that would have been made was not. */
    public void retryDenied(RetryDenial denial) {
        deniedRetries(denial).increment();
    }

    private Counter deniedRetries(RetryDenial denial) {
        return counter(
                "warmpath.retries.denied",
                "Retries that were not made, by what forbade them",
                Tags.of("reason", denial.key()));
    }

    /** Leading blocks that chosen targets of this role were believed to hold, so far. */
    public double overlapBlocks(Role role) {
        return sum(DecisionMeters.OVERLAP_BLOCKS, Tags.of("role", role.key()));
    }

    /** Full blocks of the prompts that targets of this role were chosen for, so far. */
    public double requestBlocks(Role role) {
        return sum(DecisionMeters.REQUEST_BLOCKS, Tags.of("role", role.key()));
    }

    /** Generation requests that ended, so far. */
    public double requestsEnded() {
        return sum(ModelMeters.REQUESTS, Tags.empty());
    }

    /** Over all series with these tags; makes none. */
    private double sum(String name, Tags tags) {
        double sum = 0;
        for (Counter counter : registry.find(name).tags(tags).counters()) {
            sum += counter.count();
        }
        return sum;
    }

    /** Decisions of one kind so far, for summaries. */
    public double decisions(Role role, Choice.Kind kind) {
        return meters(role).decisions(kind).count();
    }

    private Counter counter(String name, String description, Tags tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }
}

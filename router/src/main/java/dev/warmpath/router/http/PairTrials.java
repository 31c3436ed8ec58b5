package dev.warmpath.router.http;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.body.RoutedRequest;
import dev.warmpath.router.decision.Decision;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.hints.Hints;
import dev.warmpath.router.legs.Answer;
import dev.warmpath.router.legs.Attempt;
import dev.warmpath.router.legs.Attempts;
import dev.warmpath.router.legs.Forwarded;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.router.trace.RequestTrace;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.choice.Pairing;
import dev.warmpath.scorer.choice.Wish;
import dev.warmpath.scorer.hash.HashedPrompt;
import io.vertx.core.Vertx;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses targets for one request and starts its legs; when a leg fails before the answer has begun, tries others, up to
 * {@code upstream.retries} times. A target that failed is not tried again, nor are its siblings when the worker as a
 * whole is out of reach. Every try has its own booking, engine-side ids and request id.
 */
final class PairTrials {

    /** Waits for the outcome, and is told once; not at all after {@link #close}. */
    interface Reader {

        void placed(Outcome outcome);

        /** The router itself failed, before the answer, inside it or behind it. */
        void broken(Throwable cause);
    }

    /** How it ended. */
    sealed interface Outcome {

        /** An answer has begun; the attempt is open and its reader's to end. */
        record Begun(Attempt attempt, Answer answer, Choice choice, LegPassages passages, Decision decision)
                implements Outcome {}

        /** The last try failed, or the request is at fault. */
        record Failed(LegFault fault, @Nullable Choice choice) implements Outcome {}

        /** There was nobody to try. */
        record Nobody(Choice.NoTarget none) implements Outcome {}
    }

    /** A target that was barred between choice and passage is chosen at most so often; each time others have it. */
    private static final int MOST_CHOICES = 16;

    private static final Choice.NoTarget OVERTAKEN = new Choice.NoTarget(Role.PREFILL, "other requests are on trial");

    private final Steps steps;
    private final Vertx vertx;
    private final long deadlineNanos;
    private final Attempts attempts;
    private final RoutedRequest request;
    private final @Nullable String keeper;
    private final HashedPrompt prompt;
    private final Hints hints;
    private final RequestId id;
    private final Forwarded forwarded;
    private final RequestTrace trace;
    private final Set<Target> excluded = new HashSet<>();
    private final Reader reader;
    private boolean told;
    /** Failed tries that an engine may have worked on. */
    private int tries;

    /** All tries. */
    private int opened;

    private boolean closed;
    private long pause = -1;
    private boolean secondChance;
    private FleetView view;
    private @Nullable Attempt attempt;
    private @Nullable LegPassages passages;
    /** What was chosen, while no attempt has taken its bookings over. */
    private @Nullable Choice booked;

    private Outcome.@Nullable Failed lastFailure;

    /**
     * @param hints what the request says of its way
     * @param deadlineNanos of {@link System#nanoTime}'s kind; no try is begun after it
     * @param keeper the one worker that can serve the request, or null where others can as well
     * @param trace is told of choices and legs
     * @param reader is told how it ended
     */
    PairTrials(
            Steps steps,
            Vertx vertx,
            long deadlineNanos,
            Attempts attempts,
            RoutedRequest request,
            @Nullable String keeper,
            HashedPrompt prompt,
            Hints hints,
            RequestId id,
            Forwarded forwarded,
            RequestTrace trace,
            Reader reader) {
        this.steps = steps;
        this.vertx = vertx;
        this.deadlineNanos = deadlineNanos;
        this.attempts = attempts;
        this.view = steps.fleet().view();
        this.request = request;
        this.keeper = keeper;
        this.prompt = prompt;
        this.hints = hints;
        this.id = id;
        this.forwarded = forwarded;
        this.trace = trace;
        this.reader = reader;
    }

    /**
     * Chooses and tries; what is thrown is for the caller to handle as {@link Reader#broken} would be. Either way {@link
     * #close} gives back what the try has taken.
     */
    void start() {
        next();
    }

    private void tell(Outcome outcome) {
        if (!told) {
            told = true;
            reader.placed(outcome);
        }
    }

    private void next() {
        trace.step(RequestTrace.Step.CHOOSE);
        Choice choice = choose();
        LegPassages granted = passages;
        if (choice instanceof Choice.NoTarget none) {
            if (mayHaveBeenKeepAlive()) {
                secondChance = true;
                excluded.clear();
                next();
                return;
            }
            tell(lastFailure == null ? new Outcome.Nobody(none) : lastFailure);
            return;
        }
        if (granted == null) {
            throw new IllegalStateException("chosen without leave");
        }
        if (opened > 0) {
            steps.metrics().retry();
        }
        Decision decision = decision(choice);
        trace.step(RequestTrace.Step.ANSWER);
        Trial trial = new Trial(choice, view, granted, decision, open(choice, view));
        attempt = trial.attempt;
        booked = null;
        trial.attempt.start(trial, reader::broken);
    }

    /** One try, until its answer has begun or has not. */
    private final class Trial implements Attempt.Opening {

        private final Choice choice;
        private final FleetView fleet;
        private final LegPassages granted;
        private final Decision decision;
        private final Attempt attempt;

        Trial(Choice choice, FleetView fleet, LegPassages granted, Decision decision, Attempt attempt) {
            this.choice = choice;
            this.fleet = fleet;
            this.granted = granted;
            this.decision = decision;
            this.attempt = attempt;
        }

        @Override
        public void begun(Answer answer) {
            granted.began();
            passages = null;
            tell(new Outcome.Begun(attempt, answer, choice, granted, decision));
        }

        @Override
        public void failed(LegFault fault) {
            PairTrials.this.failed(fault, this);
        }
    }

    /** Told to who looks at the router, and to the log. */
    private Decision decision(Choice choice) {
        opened++;
        Decision decision = Decision.of(opened, prompt, choice);
        steps.recent().keep(id.shown(), request.model(), decision);
        if (steps.decisions().samples()) {
            steps.decisions().tell(id.shown(), request.model(), decision);
        }
        return decision;
    }

    /**
     * A booked choice whose targets may all be used, {@link #passages} and {@link #view} with it; or nobody. Others may
     * have taken the one probe of a half-open target after it was chosen: it is barred then, and another is chosen.
     */
    private Choice choose() {
        for (int i = 0; i < MOST_CHOICES; i++) {
            view = steps.fleet().view();
            long before = System.nanoTime();
            List<Pairing> pairings = Asked.pairings(steps.adapters(), view, request, keeper);
            Wish wish = steps.sessions().wish(hints, pairings, excluded);
            Choice chosen = steps.chooser().choose(prompt, pairings, excluded, wish);
            booked = chosen;
            steps.sessions().chosen(wish, chosen);
            steps.metrics().chosen(chosen, System.nanoTime() - before);
            Choice choice = attempts.feasible(request, chosen);
            if (choice instanceof Choice.NoTarget) {
                return choice;
            }
            passages = LegPassages.enter(steps.fleet(), choice);
            if (passages != null) {
                return choice;
            }
            refund(choice);
        }
        return OVERTAKEN;
    }

    /**
     * An engine may close an idle connection just as a request is sent over it, which says nothing against the engine.
     * Others are tried first; where there are none, the same is tried once more.
     */
    private boolean mayHaveBeenKeepAlive() {
        return lastFailure != null && lastFailure.fault().kind() == LegFault.Kind.RESET && !secondChance;
    }

    private Attempt open(Choice choice, FleetView fleet) {
        String upstreamId = id.forAttempt();
        if (choice instanceof Choice.Pair pair) {
            return attempts.pair(request, pair, fleet, forwarded, upstreamId, trace);
        }
        return attempts.single(request, (Choice.Single) choice, fleet, forwarded, upstreamId, trace);
    }

    private static void refund(Choice choice) {
        if (choice instanceof Choice.Pair pair) {
            pair.prefill().refund();
            pair.decode().refund();
        } else if (choice instanceof Choice.Single single) {
            single.booking().refund();
        }
    }

    private void failed(LegFault fault, Trial trial) {
        if (closed) {
            return;
        }
        trial.granted.failed(fault);
        passages = null;
        steps.metrics().legFault(fault);
        lastFailure = new Outcome.Failed(fault, trial.choice);
        if (fault.clientFault()) {
            tell(lastFailure);
            return;
        }
        steps.faults().tell(fault, "leg failed before the answer began");
        doubtNames(trial.choice, trial.fleet);
        exclude(fault, trial.fleet);
        // Retries are counted to spare engines work that is done twice. A try that found no connection made none, and
        // leaves a whole worker excluded, so that such tries end by themselves.
        boolean sent = trial.attempt.sent();
        if (sent) {
            tries++;
        }
        long millisLeft = (deadlineNanos - System.nanoTime()) / 1_000_000;
        long wait = steps.retries().wait(tries, sent, millisLeft);
        if (wait == RetryRule.NEVER) {
            tell(lastFailure);
        } else if (wait == 0) {
            retry();
        } else {
            pause = vertx.setTimer(wait, over -> retry());
        }
    }

    /** Engines do not say why a hand-off failed; a prefill engine that was restarted has taken another name. */
    private static void doubtNames(Choice choice, FleetView fleet) {
        if (choice instanceof Choice.Pair pair) {
            Worker prefill = fleet.worker(pair.prefillTarget().target().worker());
            if (prefill != null) {
                prefill.transferNames().doubt();
            }
        }
    }

    private void retry() {
        if (closed) {
            return;
        }
        try {
            next();
        } catch (Throwable broken) {
            reader.broken(broken);
        }
    }

    private void exclude(LegFault fault, FleetView fleet) {
        excluded.add(fault.target());
        Worker worker = fleet.worker(fault.target().worker());
        if (fault.wholeWorker() && worker != null) {
            worker.ranks().forEach(rank -> excluded.add(rank.candidate().target()));
        }
    }

    /**
     * Ends the try that is under way, if any, and gives back what it has taken; no other follows.
     *
     * @param timedOut whether it ends because no answer came in time
     */
    void close(boolean timedOut) {
        closed = true;
        vertx.cancelTimer(pause);
        if (booked != null) {
            refund(booked);
        }
        if (passages != null && timedOut) {
            passages.timedOut();
        } else if (passages != null) {
            passages.abandoned();
        }
        if (attempt != null) {
            attempt.close();
        }
    }
}

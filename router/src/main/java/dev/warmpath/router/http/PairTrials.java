package dev.warmpath.router.http;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.router.legs.Answer;
import dev.warmpath.router.legs.Attempt;
import dev.warmpath.router.legs.Attempts;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.hash.HashedPrompt;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses targets for one request and starts its legs; when a leg fails before the answer has begun, tries others, up to
 * {@code upstream.retries} times. A target that failed is not tried again, nor are its siblings when the worker as a
 * whole is out of reach. Every try has its own booking, engine-side ids and request id.
 */
final class PairTrials {

    /** How it ended. */
    sealed interface Outcome {

        /** An answer has begun; the attempt is open and its reader's to end. */
        record Begun(Attempt attempt, Answer answer, Choice choice) implements Outcome {}

        /** The last try failed, or the request is at fault. */
        record Failed(LegFault fault, @Nullable Choice choice) implements Outcome {}

        /** There was nobody to try. */
        record Nobody(Choice.NoTarget none) implements Outcome {}
    }

    private final Steps steps;
    private final Attempts attempts;
    private final GenerationRequest request;
    private final HashedPrompt prompt;
    private final RequestId id;
    private final MultiMap forwarded;
    private final Set<Target> excluded = new HashSet<>();
    private final Promise<Outcome> outcome = Promise.promise();
    /** Failed tries that an engine may have worked on. */
    private int tries;

    private boolean closed;
    private boolean secondChance;
    private @Nullable Attempt attempt;
    private Outcome.@Nullable Failed lastFailure;

    PairTrials(
            Steps steps,
            Attempts attempts,
            GenerationRequest request,
            HashedPrompt prompt,
            RequestId id,
            MultiMap forwarded) {
        this.steps = steps;
        this.attempts = attempts;
        this.request = request;
        this.prompt = prompt;
        this.id = id;
        this.forwarded = forwarded;
    }

    /** Never completes once closed. */
    Future<Outcome> start() {
        next();
        return outcome.future();
    }

    private void next() {
        FleetView fleet = steps.fleet().view();
        long before = System.nanoTime();
        Choice choice = steps.chooser().choose(prompt, fleet.pairings(request.model()), excluded);
        steps.metrics().chosen(choice, System.nanoTime() - before);
        if (choice instanceof Choice.NoTarget none) {
            if (mayHaveBeenKeepAlive()) {
                secondChance = true;
                excluded.clear();
                next();
                return;
            }
            outcome.complete(lastFailure == null ? new Outcome.Nobody(none) : lastFailure);
            return;
        }
        Attempt started = open(choice, fleet);
        attempt = started;
        started.start()
                .onSuccess(answer -> {
                    reached(choice);
                    outcome.tryComplete(new Outcome.Begun(started, answer, choice));
                })
                .onFailure(cause -> failed(cause, choice, fleet));
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
        try {
            if (choice instanceof Choice.Pair pair) {
                return attempts.pair(request, pair, fleet, forwarded, upstreamId);
            }
            return attempts.single(request, (Choice.Single) choice, fleet, forwarded, upstreamId);
        } catch (RuntimeException failed) {
            // No attempt took the bookings over, so they are still ours to end.
            refund(choice);
            throw failed;
        }
    }

    private static void refund(Choice choice) {
        if (choice instanceof Choice.Pair pair) {
            pair.prefill().refund();
            pair.decode().refund();
        } else if (choice instanceof Choice.Single single) {
            single.booking().refund();
        }
    }

    private void failed(Throwable cause, Choice choice, FleetView fleet) {
        if (!(cause instanceof LegFault fault)) {
            outcome.tryFail(cause);
            return;
        }
        if (closed) {
            return;
        }
        steps.metrics().legFault(fault);
        tellFleet(fault);
        lastFailure = new Outcome.Failed(fault, choice);
        if (fault.clientFault()) {
            outcome.tryComplete(lastFailure);
            return;
        }
        steps.faults().tell(fault, "leg failed before the answer began");
        exclude(fault, fleet);
        if (!neverSent(fault)) {
            tries++;
        }
        if (tries > steps.upstream().retries()) {
            outcome.tryComplete(lastFailure);
            return;
        }
        steps.metrics().retry();
        try {
            next();
        } catch (RuntimeException broken) {
            outcome.tryFail(broken);
        }
    }

    /** An answer that has begun speaks for both legs: decode has none without prefill's hand-off. */
    private void reached(Choice choice) {
        if (choice instanceof Choice.Pair pair) {
            steps.fleet().reached(pair.prefillTarget().target().worker());
            steps.fleet().reached(pair.decodeTarget().target().worker());
        } else if (choice instanceof Choice.Single single) {
            steps.fleet().reached(single.target().target().worker());
        }
    }

    private void tellFleet(LegFault fault) {
        String worker = fault.target().worker();
        switch (fault.kind()) {
            case CONNECT -> steps.fleet().refused(worker);
            case RESET -> steps.fleet().broke(worker);
            case STATUS, ERROR_EVENT, TRUNCATED, MALFORMED -> steps.fleet().reached(worker);
            case POOL_FULL -> {
                // Says that the worker is busy, and nothing of whether it can be reached.
            }
        }
    }

    /**
     * Retries are counted to spare engines work that is done twice. A leg that found no connection made none, and leaves
     * its whole worker excluded, so such tries end by themselves.
     */
    private static boolean neverSent(LegFault fault) {
        return fault.kind() == LegFault.Kind.CONNECT || fault.kind() == LegFault.Kind.POOL_FULL;
    }

    private void exclude(LegFault fault, FleetView fleet) {
        excluded.add(fault.target());
        Worker worker = fleet.worker(fault.target().worker());
        if (fault.wholeWorker() && worker != null) {
            worker.ranks().forEach(rank -> excluded.add(rank.candidate().target()));
        }
    }

    /** Ends the try that is under way, if any; no other follows. */
    void close() {
        closed = true;
        if (attempt != null) {
            attempt.close();
        }
    }
}

package dev.warmpath.router.http;

import dev.warmpath.router.admission.Claim;
import dev.warmpath.router.admission.QueueFull;
import dev.warmpath.router.admission.Ticket;
import dev.warmpath.router.admission.Waiter;
import dev.warmpath.router.observe.AdmissionMetrics.Refusal;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * One request's wait at the gate, and its place behind it. Lives on the request's event loop; its turn is told there,
 * whichever loop gave the place up.
 */
final class Turn implements Waiter {

    /** Whose turn it is. Told once, unless the turn had come at once. */
    interface Owner {

        void turnCame();

        /**
         * The turn will not come.
         *
         * @param answer what the client is to get instead
         */
        void turnedAway(ErrorAnswer answer);
    }

    private final Steps steps;
    private final Vertx vertx;
    private final Context context;
    private final Owner owner;
    /** Whether the turn has come, or never will. */
    private boolean settled;

    private @Nullable Ticket ticket;
    private @Nullable Claim claim;
    private long timer = -1;
    private long since;

    Turn(Steps steps, Vertx vertx, Owner owner) {
        this.steps = steps;
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.owner = owner;
    }

    /**
     * Asks for a turn.
     *
     * @param now what {@link System#nanoTime} says
     * @return whether it has come; if not, the owner is told when it does
     * @throws ErrorAnswer.Failure with what the client is to get instead
     */
    boolean take(String model, Claim as, long now) throws ErrorAnswer.Failure {
        since = now;
        claim = as;
        try {
            ticket = steps.gate().ask(model, as, this);
        } catch (QueueFull full) {
            steps.admissions().refused(Refusal.QUEUE_FULL);
            throw ErrorAnswer.queueFull(full.retryAfter()).asFailure();
        }
        if (ticket.atOnce()) {
            settled = true;
        } else {
            timer = vertx.setTimer(steps.queueTimeout().toMillis(), late -> late());
        }
        return settled;
    }

    /** Whether the turn has not come. */
    boolean waiting() {
        return ticket != null && !settled;
    }

    /** Any thread. */
    @Override
    public void admitted() {
        context.runOnContext(now -> come());
    }

    /** Any thread. */
    @Override
    public void displaced(QueueFull full) {
        context.runOnContext(now -> makeRoom(full));
    }

    private void come() {
        stopWaiting();
        if (!settled) {
            settled = true;
            owner.turnCame();
        }
    }

    private void turnAway(ErrorAnswer answer) {
        if (!settled) {
            settled = true;
            owner.turnedAway(answer);
        }
    }

    private void late() {
        // Otherwise the turn came at this very moment, and the news of it is on its way.
        if (ticket != null && ticket.giveUp()) {
            stopWaiting();
            steps.admissions().refused(Refusal.QUEUE_TIMEOUT);
            turnAway(ErrorAnswer.queueTimeout(steps.queueTimeout()));
        }
    }

    /** Somebody who has fewer in the queue has come, and the queue was full. */
    private void makeRoom(QueueFull full) {
        if (timer >= 0) {
            stopWaiting();
            steps.admissions().refused(Refusal.DISPLACED);
            turnAway(ErrorAnswer.displaced(full.retryAfter()));
        }
    }

    private void stopWaiting() {
        Claim as = claim;
        if (timer >= 0 && as != null) {
            vertx.cancelTimer(timer);
            timer = -1;
            steps.admissions().waited(as.priority(), System.nanoTime() - since);
        }
    }

    /** Leaves the queue, or gives the place back. */
    void end() {
        if (ticket != null) {
            ticket.leave();
        }
        stopWaiting();
    }
}

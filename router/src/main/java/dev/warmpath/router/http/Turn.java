package dev.warmpath.router.http;

import dev.warmpath.router.admission.Claim;
import dev.warmpath.router.admission.QueueFull;
import dev.warmpath.router.admission.Ticket;
import dev.warmpath.router.admission.Waiter;
import dev.warmpath.router.observe.AdmissionMetrics.Refusal;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * One request's wait at the gate, and its place behind it. Lives on the request's event loop; its turn is told there,
 * whichever loop gave the place up.
 */
final class Turn {

    private final Steps steps;
    private final Vertx vertx;
    private final Context context;
    private final Promise<Void> come = Promise.promise();
    private @Nullable Ticket ticket;
    private @Nullable Claim claim;
    private long timer = -1;
    private long since;

    Turn(Steps steps, Vertx vertx) {
        this.steps = steps;
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
    }

    /** Completes when the turn has come; fails with the answer that the client is to get instead. */
    Future<Void> take(String model, Claim as) {
        since = System.nanoTime();
        claim = as;
        try {
            ticket = steps.gate().ask(model, as, new Waiter() {
                @Override
                public void admitted() {
                    context.runOnContext(now -> Turn.this.admitted());
                }

                @Override
                public void displaced(QueueFull full) {
                    context.runOnContext(now -> Turn.this.displaced(full));
                }
            });
        } catch (QueueFull full) {
            steps.admissions().refused(Refusal.QUEUE_FULL);
            return Future.failedFuture(ErrorAnswer.queueFull(full.retryAfter()).asFailure());
        }
        if (ticket.holding()) {
            come.tryComplete();
        } else {
            timer = vertx.setTimer(steps.queueTimeout().toMillis(), late -> late());
        }
        return come.future();
    }

    /** Whether the turn has not come. */
    boolean waiting() {
        return ticket != null && !come.future().isComplete();
    }

    private void admitted() {
        stopWaiting();
        come.tryComplete();
    }

    private void late() {
        // Otherwise the turn came at this very moment, and the news of it is on its way.
        if (ticket != null && ticket.giveUp()) {
            stopWaiting();
            steps.admissions().refused(Refusal.QUEUE_TIMEOUT);
            come.tryFail(ErrorAnswer.queueTimeout(steps.queueTimeout()).asFailure());
        }
    }

    /** Somebody who has fewer in the queue has come, and the queue was full. */
    private void displaced(QueueFull full) {
        if (timer >= 0) {
            stopWaiting();
            steps.admissions().refused(Refusal.DISPLACED);
            come.tryFail(ErrorAnswer.displaced(full.retryAfter()).asFailure());
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
        stopWaiting();
        if (ticket != null) {
            ticket.leave();
        }
    }
}

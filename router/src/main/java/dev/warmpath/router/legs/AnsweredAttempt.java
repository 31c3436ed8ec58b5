package dev.warmpath.router.legs;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;

/**
 * What every attempt has: one leg whose answer the client gets. How the legs before and beside it come and go is the
 * subclass's.
 */
abstract class AnsweredAttempt implements Attempt {

    final LegClient client;
    final AnsweringLeg leg;
    final Promise<Answer> answer = Promise.promise();
    private final Promise<Void> ended = Promise.promise();

    AnsweredAttempt(LegClient client, AnsweringLeg leg) {
        this.client = client;
        this.leg = leg;
    }

    /** Sends what is to be sent first. Completing {@link #answer} is the way out, well or not. */
    abstract void send();

    /** Opens and sends the leg whose answer the client gets, where nothing waits for it. */
    final void startAnswering() {
        leg.open(client).onSuccess(ready -> leg.start(answer)).onFailure(answer::tryFail);
    }

    /** The answer was read to its end. */
    abstract void answered();

    /** Whether a byte of a leg that does not answer may have reached its engine. */
    abstract boolean othersSent();

    /** Closes the legs that do not answer and ends their bookings. Idempotent. */
    abstract void finishOthers();

    @Override
    public final Future<Answer> start() {
        send();
        return answer.future().onFailure(fault -> close());
    }

    @Override
    public final boolean sent() {
        return leg.sent() || othersSent();
    }

    @Override
    public void read(Handler<Buffer> chunk, Runnable end, Handler<LegFault> fault) {
        leg.read(
                chunk,
                () -> {
                    leg.finish();
                    answered();
                    end.run();
                },
                failure -> {
                    close();
                    fault.handle(failure);
                });
    }

    @Override
    public final void pause() {
        leg.pause();
    }

    @Override
    public final void resume() {
        leg.resume();
    }

    @Override
    public final void generated(int tokens) {
        leg.booking().generated(tokens);
    }

    @Override
    public final void close() {
        finishOthers();
        leg.finish();
        over();
    }

    /** No leg is open and no booking is left. */
    final void over() {
        ended.tryComplete();
    }

    @Override
    public final Future<Void> ended() {
        return ended.future();
    }
}

package dev.warmpath.router.legs;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What every attempt has: one leg whose answer the client gets. How the legs before and beside it come and go is the
 * subclass's.
 */
abstract class AnsweredAttempt implements Attempt {

    final LegClient client;
    final AnsweringLeg leg;
    private final Promise<Void> ended = Promise.promise();
    /** While the answer has not begun. */
    private @Nullable Opening opening;
    /** Held to the end. */
    private @Nullable Handler<Throwable> broke;

    AnsweredAttempt(LegClient client, AnsweringLeg leg) {
        this.client = client;
        this.leg = leg;
    }

    /** Sends what is to be sent first. {@link #begin} and {@link #fail} are the ways out. */
    abstract void send();

    /** Opens and sends the leg whose answer the client gets, where nothing waits for it. */
    final void startAnswering() {
        if (leg.open(client, this)) {
            leg.send();
        }
    }

    /** The answering leg has got its connection, which it had to wait for. */
    void connected() {
        leg.send();
    }

    /** The answer is about to begin. */
    abstract void begun();

    /** The answer was read to its end. */
    abstract void answered();

    /** Whether a byte of a leg that does not answer may have reached its engine. */
    abstract boolean othersSent();

    /** Closes the legs that do not answer and ends their bookings. Idempotent. */
    abstract void finishOthers();

    @Override
    public final void start(Opening told, Handler<Throwable> broken) {
        opening = told;
        broke = broken;
        send();
    }

    /** The answer begins, unless the attempt has failed. */
    final void begin(Answer answer) {
        Opening told = opening;
        if (told != null) {
            opening = null;
            begun();
            told.begun(answer);
        }
    }

    /** Ends the attempt before its answer has begun; false when that is too late. */
    final boolean fail(LegFault fault) {
        Opening told = opening;
        if (told == null) {
            return false;
        }
        opening = null;
        close();
        told.failed(fault);
        return true;
    }

    /** The router failed over what a leg told: ends the attempt, which nobody else would. */
    final void broken(Throwable cause) {
        opening = null;
        try {
            close();
        } finally {
            Objects.requireNonNull(broke, "legs are opened by start").handle(cause);
        }
    }

    @Override
    public final boolean sent() {
        return leg.sent() || othersSent();
    }

    @Override
    public final void readWhole() {
        leg.readWhole();
        finished();
    }

    @Override
    public void read(Handler<Buffer> chunk, Runnable end, Handler<LegFault> fault) {
        leg.read(
                chunk,
                () -> {
                    finished();
                    end.run();
                },
                failure -> {
                    close();
                    fault.handle(failure);
                });
    }

    private void finished() {
        leg.finish();
        answered();
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

package dev.warmpath.router.legs;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;

/** An attempt of one leg, on a mixed worker. */
final class SingleAttempt implements Attempt {

    private final LegClient client;
    private final AnsweringLeg leg;
    private final Promise<Answer> answer = Promise.promise();
    private final Promise<Void> ended = Promise.promise();

    SingleAttempt(LegClient client, AnsweringLeg leg) {
        this.client = client;
        this.leg = leg;
    }

    @Override
    public Future<Answer> start() {
        leg.start(client, answer);
        // Prefill is over when the first token is there; a failed start ends everything.
        return answer.future().onSuccess(begun -> leg.booking().prefillDone()).onFailure(fault -> close());
    }

    @Override
    public void read(Handler<Buffer> chunk, Runnable end, Handler<LegFault> fault) {
        leg.read(
                chunk,
                () -> {
                    close();
                    end.run();
                },
                failure -> {
                    close();
                    fault.handle(failure);
                });
    }

    @Override
    public void pause() {
        leg.pause();
    }

    @Override
    public void resume() {
        leg.resume();
    }

    @Override
    public void generated(int tokens) {
        leg.booking().generated(tokens);
    }

    @Override
    public void close() {
        leg.finish();
        ended.tryComplete();
    }

    @Override
    public Future<Void> ended() {
        return ended.future();
    }
}

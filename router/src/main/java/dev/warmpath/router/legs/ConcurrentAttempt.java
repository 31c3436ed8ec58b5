package dev.warmpath.router.legs;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * An attempt whose two legs are sent at once and meet at the engines. Each waits there for the other, up to minutes and
 * holding KV blocks, so the rule is: once a leg has failed for good the other is closed at once, and a healthy pair is
 * never half closed. That also means that a decode answer which ends before prefill's leaves prefill to run out.
 *
 * <p>Until the answer has begun, whichever leg fails first decides the outcome. After that, a prefill leg that had said
 * yes and then lost its connection changes nothing, because tokens prove that the hand-off happened; one that says no
 * ends the answer, because other prompts of the same batch may still wait for their hand-off.
 */
final class ConcurrentAttempt implements Attempt {

    private final LegClient client;
    private final PrefillLeg prefill;
    private final AnsweringLeg decode;
    private final Promise<Answer> answer = Promise.promise();
    private final Promise<Void> ended = Promise.promise();
    private boolean decodeDone;
    private boolean prefillDone;
    private @Nullable Handler<LegFault> lateFault;

    ConcurrentAttempt(LegClient client, PrefillLeg prefill, AnsweringLeg decode) {
        this.client = client;
        this.prefill = prefill;
        this.decode = decode;
    }

    @Override
    public Future<Answer> start() {
        prefill.start(client, this::onPrefillDone, this::onPrefillFault);
        decode.start(client, answer);
        return answer.future().onFailure(fault -> close());
    }

    private void onPrefillDone() {
        prefillDone = true;
        endIfDone();
    }

    private void onPrefillFault(LegFault fault) {
        if (answer.tryFail(fault)) {
            return;
        }
        boolean handedOver = prefill.successHead() && fault.kind() == LegFault.Kind.TRUNCATED;
        if (handedOver || decodeDone || lateFault == null) {
            prefill.finish();
            onPrefillDone();
            return;
        }
        Handler<LegFault> report = lateFault;
        close();
        report.handle(fault);
    }

    @Override
    public void read(Handler<Buffer> chunk, Runnable end, Handler<LegFault> fault) {
        lateFault = fault;
        decode.read(
                chunk,
                () -> {
                    decodeDone = true;
                    decode.finish();
                    endIfDone();
                    end.run();
                },
                failure -> {
                    close();
                    fault.handle(failure);
                });
    }

    private void endIfDone() {
        if (decodeDone && prefillDone) {
            ended.tryComplete();
        }
    }

    @Override
    public void pause() {
        decode.pause();
    }

    @Override
    public void resume() {
        decode.resume();
    }

    @Override
    public void generated(int tokens) {
        decode.booking().generated(tokens);
    }

    @Override
    public void close() {
        prefill.finish();
        decode.finish();
        decodeDone = true;
        prefillDone = true;
        ended.tryComplete();
    }

    @Override
    public Future<Void> ended() {
        return ended.future();
    }
}

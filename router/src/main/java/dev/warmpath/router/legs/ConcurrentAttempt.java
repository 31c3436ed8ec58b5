package dev.warmpath.router.legs;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * An attempt whose two legs are sent at once and meet at the engines. Each waits there for the other, up to minutes and
 * holding KV blocks, so the rule is: once a leg has failed for good the other is closed at once, and a healthy pair is
 * never half closed. That also means that a decode answer which ends before prefill's leaves prefill to run out.
 *
 * <p>Nothing is sent before both legs have a connection: beside a worker that cannot be reached no engine works in vain,
 * and the next pair is tried at no cost. Attempts cannot lock each other out by that, one with prefill's last connection
 * and one with decode's. All that share a pool are of one event loop, ask for both connections in one step, and are
 * served in that order.
 *
 * <p>Until the answer has begun, whichever leg fails first decides the outcome. After that, a prefill leg that had said
 * yes and then lost its connection changes nothing, because tokens prove that the hand-off happened; one that says no
 * ends the answer, because other prompts of the same batch may still wait for their hand-off.
 */
final class ConcurrentAttempt extends AnsweredAttempt {

    private final PrefillLeg prefill;
    /** Of the two. */
    private int connected;

    private boolean answered;
    private boolean prefillDone;
    private @Nullable Handler<LegFault> lateFault;

    ConcurrentAttempt(LegClient client, PrefillLeg prefill, AnsweringLeg decode) {
        super(client, decode);
        this.prefill = prefill;
    }

    @Override
    void send() {
        if (prefill.open(client, this::connected, this::onPrefillFault, this::broken)) {
            connected();
        }
        if (leg.open(client, this)) {
            connected();
        }
    }

    @Override
    void connected() {
        if (++connected == 2) {
            prefill.start(this::onPrefillDone, this::onPrefillFault);
            leg.send();
        }
    }

    @Override
    void begun() {
        // Prefill's booking ends with its own leg.
    }

    private void onPrefillDone() {
        prefillDone = true;
        endIfDone();
    }

    private void onPrefillFault(LegFault fault) {
        if (fail(fault)) {
            return;
        }
        boolean handedOver = prefill.successHead() && fault.kind() == LegFault.Kind.TRUNCATED;
        if (handedOver || answered || lateFault == null) {
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
        super.read(chunk, end, fault);
    }

    @Override
    void answered() {
        answered = true;
        endIfDone();
    }

    private void endIfDone() {
        if (answered && prefillDone) {
            over();
        }
    }

    @Override
    boolean othersSent() {
        return prefill.sent();
    }

    @Override
    void finishOthers() {
        prefill.finish();
        prefillDone = true;
        answered = true;
    }
}

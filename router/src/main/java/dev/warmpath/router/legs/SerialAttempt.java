package dev.warmpath.router.legs;

import dev.warmpath.config.settings.UpstreamSettings.MissingHandOff;
import dev.warmpath.router.disagg.HandOff;
import dev.warmpath.router.disagg.HandOffGap;
import io.vertx.core.buffer.Buffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An attempt whose decode leg follows from what prefill has answered. The prefill worker keeps its blocks for a lease
 * that nobody renews before decode has come, so decode is sent in the same step in which the answer is whole, and where
 * that has to wait, for prefill's body or for a connection, not later than a {@link HandOffLease} allows. A client
 * that leaves between the legs takes the decode booking along; the blocks it leaves behind go when their lease ends, for
 * no engine has a call that gives them up.
 */
final class SerialAttempt extends AnsweredAttempt {

    private final PrefillLeg prefill;
    private final HandOff.Reader reader;
    private final HandOffRules rules;
    private @Nullable HandOffLease lease;
    private boolean decodeDue;
    private boolean finished;

    SerialAttempt(
            LegClient client, PrefillLeg prefill, AnsweringLeg decode, HandOff.Reader reader, HandOffRules rules) {
        super(client, decode);
        this.prefill = prefill;
        this.reader = reader;
        this.rules = rules;
    }

    @Override
    void send() {
        prefill.ask(client, rules.maxPrefillAnswerBytes(), this::promised, this::handOver, this::fail, this::broken);
    }

    private void promised() {
        lease = new HandOffLease(client.timers(), rules.lease(), this::lapsed);
    }

    /** Called by a timer, whose exceptions reach nobody. */
    private void lapsed() {
        try {
            expired();
        } catch (Throwable failed) {
            broken(failed);
        }
    }

    /** Decode was not sent, and is not any more. */
    private void expired() {
        String bound = "decode could not be sent within " + rules.lease().toMillis() + " ms of prefill's answer";
        rules.watch().missing(decodeDue ? leg.target() : prefill.target(), HandOffGap.EXPIRED, false);
        fail(
                decodeDue
                        ? leg.fault(LegFault.Kind.HAND_OFF_EXPIRED, bound)
                        : prefill.fault(LegFault.Kind.HAND_OFF_EXPIRED, bound));
    }

    private void handOver(Buffer prefillAnswer) {
        if (finished) {
            return;
        }
        HandOff handOff = reader.read(prefillAnswer);
        if (handOff instanceof HandOff.Unreadable unreadable) {
            fail(prefill.fault(LegFault.Kind.MALFORMED, unreadable.detail()));
            return;
        }
        HandOffLease open = Objects.requireNonNull(lease, "an answer has a head");
        if (handOff instanceof HandOff.Given given) {
            leg.say(given.decodeBody(), open);
        } else if (handOff instanceof HandOff.Missing missing) {
            boolean recompute = missing.gap().expected() || rules.missing() == MissingHandOff.RECOMPUTE;
            rules.watch().missing(prefill.target(), missing.gap(), recompute);
            if (!recompute) {
                fail(prefill.fault(
                        LegFault.Kind.NO_HAND_OFF,
                        "transfer parameters: " + missing.gap().key()));
                return;
            }
            // Decode fetches nothing, so it may come as late as it likes.
            open.drop();
        }
        decodeDue = true;
        startAnswering();
    }

    @Override
    void begun() {
        // Prefill's booking ended with its own leg.
    }

    @Override
    void answered() {
        over();
    }

    @Override
    boolean othersSent() {
        return prefill.sent();
    }

    @Override
    void finishOthers() {
        finished = true;
        if (lease != null) {
            lease.drop();
        }
        prefill.finish();
    }
}

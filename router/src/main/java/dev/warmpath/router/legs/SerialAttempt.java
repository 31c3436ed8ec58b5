package dev.warmpath.router.legs;

import dev.warmpath.config.settings.UpstreamSettings.MissingHandOff;
import dev.warmpath.router.disagg.HandOff;
import io.vertx.core.buffer.Buffer;

/**
 * An attempt whose decode leg follows from what prefill has answered. The prefill worker keeps its blocks for a lease
 * that nobody renews before decode has come, so decode is sent in the same step in which the answer is whole. A client
 * that leaves between the legs takes the decode booking along; the blocks it leaves behind go when their lease ends, for
 * no engine has a call that gives them up.
 */
final class SerialAttempt extends AnsweredAttempt {

    private final PrefillLeg prefill;
    private final HandOff.Reader reader;
    private final HandOffRules rules;
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
        prefill.ask(client, rules.maxPrefillAnswerBytes(), this::handOver, answer::tryFail);
    }

    private void handOver(Buffer prefillAnswer) {
        if (finished) {
            return;
        }
        HandOff handOff = reader.read(prefillAnswer);
        if (handOff instanceof HandOff.Unreadable unreadable) {
            answer.tryFail(prefill.fault(LegFault.Kind.MALFORMED, unreadable.detail()));
            return;
        }
        if (handOff instanceof HandOff.Given given) {
            leg.say(given.decodeBody());
        } else if (handOff instanceof HandOff.Missing missing) {
            boolean recompute = missing.gap().expected() || rules.missing() == MissingHandOff.RECOMPUTE;
            rules.watch().missing(prefill.target(), missing.gap(), recompute);
            if (!recompute) {
                answer.tryFail(prefill.fault(
                        LegFault.Kind.NO_HAND_OFF,
                        "transfer parameters: " + missing.gap().key()));
                return;
            }
        }
        leg.start(client, answer);
    }

    @Override
    void answered() {
        over();
    }

    @Override
    void finishOthers() {
        finished = true;
        prefill.finish();
    }
}

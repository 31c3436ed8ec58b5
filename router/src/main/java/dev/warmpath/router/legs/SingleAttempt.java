package dev.warmpath.router.legs;

/** An attempt of one leg, which does prefill and decode. */
final class SingleAttempt extends AnsweredAttempt {

    SingleAttempt(LegClient client, AnsweringLeg leg) {
        super(client, leg);
    }

    @Override
    void send() {
        // Prefill is over when the first token is there.
        answer.future().onSuccess(begun -> leg.booking().prefillDone());
        startAnswering();
    }

    @Override
    void answered() {
        over();
    }

    @Override
    boolean othersSent() {
        return false;
    }

    @Override
    void finishOthers() {
        // There are none.
    }
}

package dev.warmpath.router.legs;

/** An attempt of one leg, which does prefill and decode. */
final class SingleAttempt extends AnsweredAttempt {

    SingleAttempt(LegClient client, AnsweringLeg leg) {
        super(client, leg);
    }

    @Override
    void send() {
        startAnswering();
    }

    @Override
    void begun() {
        // Prefill is over when the first token is there.
        leg.booking().prefillDone();
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

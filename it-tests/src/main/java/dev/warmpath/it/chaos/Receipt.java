package dev.warmpath.it.chaos;

import dev.warmpath.it.sim.http.ReceivedRequest;
import java.nio.charset.StandardCharsets;

/**
 * A request as an engine got it.
 *
 * @param late whether the engine may have read it long after it was sent
 */
record Receipt(Member member, ReceivedRequest request, boolean late) {

    /** Whether the engine's part is to answer; a prefill worker's answer goes no further. */
    boolean answers() {
        return member.answers();
    }

    /** Whether the engine gave a whole answer that is no error. One inside a stream comes with status 200. */
    boolean answeredWhole() {
        return answers()
                && request.status() == 200
                && request.outcome() == ReceivedRequest.Outcome.ANSWERED
                && !sent().contains("\"error\"");
    }

    private String sent() {
        return new String(request.answer(), StandardCharsets.UTF_8);
    }

    /** Whether the engine said this, as its answer or inside one. */
    boolean said(byte[] error) {
        return sent().contains(new String(error, StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return member.name() + " " + request;
    }

    /** Whether the engine was made to fail since, so that what it believes to have sent may have been lost. */
    boolean excused() {
        return member.lastTrouble() - request.arrivedNanos() > 0;
    }
}

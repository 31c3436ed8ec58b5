package dev.warmpath.it.chaos;

import dev.warmpath.it.sim.http.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as an engine got it.
 *
 * @param attempt name of the attempt that it is a leg of
 * @param begunNanos when its client's request began
 * @param hang the engine's latest when it came, if any
 */
record Receipt(
        Member member,
        ReceivedRequest request,
        String attempt,
        long begunNanos,
        @Nullable Hang hang) {

    /** Whether it was sent after the client had got the first byte of an answer. */
    boolean sentAfter(long firstByteNanos) {
        long arrived = request.arrivedNanos();
        return arrived - firstByteNanos > 0 && (hang == null || !hang.explains(begunNanos, firstByteNanos, arrived));
    }

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

    /**
     * Whether the attempt may have failed although this leg of it was answered whole: an engine of one of its legs was made
     * to fail since, so that what it believes to have sent may have been lost; or the other leg was not answered well. A
     * pair fails when prefill does, also where that comes just before decode's answer is read.
     */
    boolean excused(List<Receipt> all) {
        return all.stream().filter(leg -> leg.attempt.equals(attempt)).anyMatch(leg -> leg.troubled() || leg.failed());
    }

    private boolean troubled() {
        return member.lastTrouble() - request.arrivedNanos() > 0;
    }

    private boolean failed() {
        return request.status() != 200 || request.outcome() != ReceivedRequest.Outcome.ANSWERED;
    }
}

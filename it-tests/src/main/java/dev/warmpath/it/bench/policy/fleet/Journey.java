package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.it.bench.trace.TraceRequest;
import dev.warmpath.it.sim.hash.TokenChain;
import dev.warmpath.it.sim.schedule.Refusal;
import dev.warmpath.it.sim.schedule.Sequence;
import dev.warmpath.it.sim.schedule.SequenceListener;
import org.jspecify.annotations.Nullable;

/**
 * One request from its placement to its last token: prefill, the hand-over of its KV, decode. The answer's tokens are the
 * request's own, so that no two answers share a block by chance.
 */
final class Journey {

    private static final int ANSWER_SALT = 1 << 20;

    private final Fleet fleet;
    private final TraceRequest request;
    private final int number;
    private final int[] prompt;
    private final Placement placement;
    private final @Nullable FleetRank prefill;
    private final FleetRank decode;
    private final long arrivedNanos;
    private long lastTokenNanos;
    private boolean answering;

    Journey(Fleet fleet, TraceRequest request, int number, int[] prompt, Placement placement) {
        this.fleet = fleet;
        this.request = request;
        this.number = number;
        this.prompt = prompt;
        this.placement = placement;
        this.prefill = placement.prefill() == Placement.NONE ? null : fleet.prefill(placement.prefill());
        this.decode = fleet.decode(placement.decode());
        this.arrivedNanos = fleet.time().now();
    }

    void begin() {
        if (prefill == null) {
            fleet.measured().straight();
            decode.submit(new Sequence(chain(), this::answer, request.outputTokens(), false, false, new OnlyLeg()));
            return;
        }
        PrefillLeg leg = new PrefillLeg(prefill);
        leg.sequence = new Sequence(chain(), this::answer, 1, false, true, leg);
        prefill.submit(leg.sequence);
    }

    private void handOver(FleetRank prefill, Sequence prefilled) {
        placement.prefillDone();
        TokenChain chain = chain();
        int missing = chain.length() - decode.held(chain);
        fleet.time().after(fleet.model().transferNanos(missing), () -> {
            prefill.release(prefilled);
            decode.submit(new Sequence(chain, this::answer, request.outputTokens(), true, false, new DecodeLeg()));
        });
    }

    private TokenChain chain() {
        return new TokenChain(
                fleet.hashes(), CacheNamespace.PLAIN, fleet.model().blockSize(), prompt);
    }

    private int answer(int place) {
        return ANSWER_SALT + number * 31 + place;
    }

    private void token() {
        long now = fleet.time().now();
        if (answering) {
            fleet.measured().interToken(now - lastTokenNanos);
        } else {
            fleet.measured().firstToken(now - arrivedNanos);
            answering = true;
        }
        lastTokenNanos = now;
        decode.worked(1);
        placement.generated(1);
    }

    private static IllegalStateException refusedBy(String leg, Refusal reason) {
        return new IllegalStateException("no rank of this fleet refuses anything, but the " + leg + " did: " + reason);
    }

    private final class PrefillLeg implements SequenceListener {

        private final FleetRank prefill;

        PrefillLeg(FleetRank prefill) {
            this.prefill = prefill;
        }

        @SuppressWarnings("NullAway.Init") // set before it is submitted
        Sequence sequence;

        @Override
        public void queued() {
            // Waiting is part of the time to the first token.
        }

        @Override
        public void started(int cachedTokens) {
            fleet.measured().prompt(prompt.length, cachedTokens);
            prefill.worked(prompt.length - cachedTokens);
        }

        @Override
        public void token(int token) {
            // The client sees it from the decode leg.
        }

        @Override
        public void finished() {
            handOver(prefill, sequence);
        }

        @Override
        public void refused(Refusal reason) {
            throw refusedBy("prefill rank", reason);
        }
    }

    /** On a decode rank that computes the prompt, too. */
    private final class OnlyLeg extends DecodeLeg {

        @Override
        public void started(int cachedTokens) {
            fleet.measured().prompt(prompt.length, cachedTokens);
        }

        @Override
        public void token(int token) {
            if (!answering) {
                placement.prefillDone();
            }
            super.token(token);
        }
    }

    private class DecodeLeg implements SequenceListener {

        @Override
        public void queued() {
            // Waiting is part of the time to the first token.
        }

        @Override
        public void started(int cachedTokens) {
            // Counted where it is computed.
        }

        @Override
        public void token(int token) {
            Journey.this.token();
        }

        @Override
        public void finished() {
            placement.ended();
        }

        @Override
        public void refused(Refusal reason) {
            throw refusedBy("decode rank", reason);
        }
    }
}

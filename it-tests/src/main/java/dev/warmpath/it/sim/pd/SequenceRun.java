package dev.warmpath.it.sim.pd;

import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.schedule.Rank;
import dev.warmpath.it.sim.schedule.Refusal;
import dev.warmpath.it.sim.schedule.Sequence;
import dev.warmpath.it.sim.schedule.SequenceListener;
import io.vertx.core.Context;

/** A sequence on a rank, whose news arrive on the engine's context and no more once it has been given up. */
public abstract class SequenceRun {

    private final Context context;
    private final Rank rank;
    private final Sequence sequence;
    private boolean givenUp;

    /**
     * Prepares a sequence.
     *
     * @param maxTokens tokens to generate
     * @param transferred whether the prompt's KV comes from elsewhere
     * @param keepsMemory whether its memory is kept until {@link #giveUp}
     */
    protected SequenceRun(
            Context context, Rank rank, LegSpec spec, int maxTokens, boolean transferred, boolean keepsMemory) {
        this.context = context;
        this.rank = rank;
        this.sequence = new Sequence(spec.chain(), spec.answer(), maxTokens, transferred, keepsMemory, new OnContext());
    }

    /** Hands it to its rank. */
    protected final void submit() {
        rank.submit(sequence);
    }

    /** Ends it if it runs, and lets go of the memory that it kept. */
    protected final void giveUp() {
        givenUp = true;
        rank.cancel(sequence);
        rank.release(sequence);
    }

    /** Of interest only where nothing comes before it. */
    protected void queued() {}

    protected abstract void started(int cachedTokens);

    protected abstract void token(int token);

    protected abstract void finished();

    protected abstract void refused(EngineError error);

    private final class OnContext implements SequenceListener {

        @Override
        public void queued() {
            tell(SequenceRun.this::queued);
        }

        @Override
        public void started(int cachedTokens) {
            tell(() -> SequenceRun.this.started(cachedTokens));
        }

        @Override
        public void token(int token) {
            tell(() -> SequenceRun.this.token(token));
        }

        @Override
        public void finished() {
            tell(SequenceRun.this::finished);
        }

        @Override
        public void refused(Refusal reason) {
            tell(() -> SequenceRun.this.refused(
                    switch (reason) {
                        case QUEUE_FULL -> EngineError.unavailable("The request queue is full.");
                        case TOO_LONG -> EngineError.badRequest("The prompt does not fit into the KV cache.");
                    }));
        }

        private void tell(Runnable news) {
            context.runOnContext(nothing -> {
                if (!givenUp) {
                    news.run();
                }
            });
        }
    }
}

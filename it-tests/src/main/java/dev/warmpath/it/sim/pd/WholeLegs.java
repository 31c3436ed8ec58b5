package dev.warmpath.it.sim.pd;

import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Context;

/** Legs of a worker that does prefill and decode itself. */
public final class WholeLegs implements LegRunner {

    private final Context context;

    public WholeLegs(Context context) {
        this.context = context;
    }

    @Override
    public Leg start(Rank rank, LegSpec spec, LegListener listener) {
        SequenceRun run = new SequenceRun(context, rank, spec, spec.maxTokens(), false, false) {
            @Override
            protected void queued() {
                listener.accepted();
            }

            @Override
            protected void started(int cachedTokens) {
                listener.started(cachedTokens);
            }

            @Override
            protected void token(int token) {
                listener.token(token);
            }

            @Override
            protected void finished() {
                listener.finished(null);
            }

            @Override
            protected void refused(EngineError error) {
                listener.failed(error);
            }
        };
        run.submit();
        return run::giveUp;
    }
}

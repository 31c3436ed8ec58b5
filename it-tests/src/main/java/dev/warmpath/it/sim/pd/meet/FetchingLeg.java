package dev.warmpath.it.sim.pd.meet;

import dev.warmpath.it.sim.pd.Leg;
import dev.warmpath.it.sim.pd.LegListener;
import dev.warmpath.it.sim.pd.LegSpec;
import dev.warmpath.it.sim.pd.SequenceRun;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.function.IntUnaryOperator;

/**
 * A decode leg that gets the KV of its prompt from a prefill worker, then generates the whole answer. Of KV that is not its
 * prompt's it makes another answer, as a model would.
 */
public final class FetchingLeg extends SequenceRun implements Leg {

    /** The answer that follows from the KV. Told which it is before its rank asks for the first token. */
    private static final class Reading implements IntUnaryOperator {

        private final IntUnaryOperator right;
        private boolean foreign;

        Reading(IntUnaryOperator right) {
            this.right = right;
        }

        @Override
        public int applyAsInt(int index) {
            return right.applyAsInt(foreign ? index + 1 : index);
        }
    }

    private final Context context;
    private final int rank;
    private final Handover expected;
    private final LegListener listener;
    private final Reading reading;
    private final BootstrapClient.Call call;
    private final long timer;
    private boolean over;

    /**
     * A leg that has asked for its KV.
     *
     * @param timeout how long it waits for it
     */
    public FetchingLeg(
            Context context,
            Rank rank,
            LegSpec spec,
            LegListener listener,
            Duration timeout,
            BootstrapClient client,
            KvSource source) {
        this(context, rank, spec, listener, timeout, client, source, new Reading(spec.answer()));
    }

    private FetchingLeg(
            Context context,
            Rank rank,
            LegSpec spec,
            LegListener listener,
            Duration timeout,
            BootstrapClient client,
            KvSource source,
            Reading reading) {
        super(context, rank, spec.answering(reading), spec.maxTokens(), true, false);
        this.reading = reading;
        this.context = context;
        this.rank = rank.number();
        this.expected = Handover.of(spec);
        this.listener = listener;
        this.call = client.fetch(source);
        this.timer = context.owner().setTimer(timeout.toMillis(), id -> {
            fail("Decode transfer failed for request rank=" + this.rank + ": no KV came in time");
            call.leave();
        });
    }

    /** Listens for the KV from now on. */
    public Leg run() {
        listener.accepted();
        call.answer()
                .onSuccess(this::received)
                .onFailure(
                        cause -> fail("Decode handshake failed for request rank=" + rank + ": " + cause.getMessage()));
        return this;
    }

    private void received(Handover handover) {
        context.owner().cancelTimer(timer);
        if (over) {
            return;
        }
        reading.foreign = handover.isForeign();
        if (reading.foreign || handover.equals(expected)) {
            submit();
        } else {
            fail("Decode transfer failed for request rank=" + rank + ": the KV of " + handover.tokens()
                    + " tokens belongs to another prompt than this one of " + expected.tokens());
        }
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
        over = true;
        listener.finished(null);
    }

    @Override
    protected void refused(EngineError error) {
        over = true;
        listener.failed(error);
    }

    private void fail(String message) {
        context.owner().cancelTimer(timer);
        if (!over) {
            over = true;
            listener.failed(EngineError.internal(message));
        }
    }

    @Override
    public void cancel() {
        if (!over) {
            over = true;
            context.owner().cancelTimer(timer);
            call.leave();
            giveUp();
        }
    }
}

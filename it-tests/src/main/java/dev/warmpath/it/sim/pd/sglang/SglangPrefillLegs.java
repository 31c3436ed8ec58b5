package dev.warmpath.it.sim.pd.sglang;

import dev.warmpath.it.sim.pd.Leg;
import dev.warmpath.it.sim.pd.LegListener;
import dev.warmpath.it.sim.pd.LegRunner;
import dev.warmpath.it.sim.pd.LegSpec;
import dev.warmpath.it.sim.pd.PdOptions;
import dev.warmpath.it.sim.pd.SequenceRun;
import dev.warmpath.it.sim.pd.WholeLegs;
import dev.warmpath.it.sim.pd.meet.Handover;
import dev.warmpath.it.sim.pd.meet.Meeting;
import dev.warmpath.it.sim.pd.meet.MeetingPlace;
import dev.warmpath.it.sim.pd.meet.MeetingPlace.Guest;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.request.EngineRequest.Rendezvous;
import dev.warmpath.it.sim.schedule.Rank;
import dev.warmpath.it.sim.schedule.TimeModel;
import io.vertx.core.Context;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Prefill legs of SGLang. A leg opens its room, waits for its decode leg, computes the prompt and one token, hands the
 * KV over, and only then answers. It never hears that the decode leg has left: it waits until its time is up, and holds
 * its memory meanwhile. Preventing that is the router's business.
 */
public final class SglangPrefillLegs implements LegRunner {

    private final Context context;
    private final MeetingPlace place;
    private final PdOptions options;
    private final TimeModel times;

    public SglangPrefillLegs(Context context, MeetingPlace place, PdOptions options, TimeModel times) {
        this.context = context;
        this.place = place;
        this.options = options;
        this.times = times;
    }

    @Override
    public Leg start(Rank rank, LegSpec spec, LegListener listener) {
        Rendezvous rendezvous = spec.rendezvous();
        if (rendezvous == null) {
            throw new IllegalStateException("the parser lets no request of a PD worker through without a room");
        }
        if (PdOptions.FAKE_BOOTSTRAP_HOST.equals(rendezvous.host())) {
            return new WholeLegs(context).start(rank, spec, listener);
        }
        PrefillLeg leg = new PrefillLeg(rank, spec, rendezvous, listener);
        leg.open();
        return leg;
    }

    @Override
    public int answerLength(int asked) {
        return 1;
    }

    private final class PrefillLeg extends SequenceRun implements Leg {

        private final Meeting meeting;
        private final LegListener listener;
        private final Handover handover;
        private final long timer;
        private @Nullable Guest decode;
        private int firstToken;
        private boolean over;

        PrefillLeg(Rank rank, LegSpec spec, Rendezvous rendezvous, LegListener listener) {
            super(context, rank, spec, 1, false, true);
            this.meeting = new Meeting(rank.number(), Long.toString(rendezvous.room()));
            this.listener = listener;
            this.handover = Handover.of(spec);
            this.timer = context.owner()
                    .setTimer(
                            options.bootstrapTimeout().toMillis(),
                            id -> fail(EngineError.internal(
                                    decode == null
                                            ? "Prefill bootstrap failed for request rank=" + rank.number()
                                                    + ": no decode worker came to room " + rendezvous.room()
                                            : "Prefill transfer failed for request rank=" + rank.number()
                                                    + ": the decode worker of room " + rendezvous.room()
                                                    + " is gone")));
        }

        void open() {
            if (!place.open(meeting, this::meet)) {
                over = true;
                context.owner().cancelTimer(timer);
                listener.failed(
                        EngineError.badRequest("bootstrap_room " + meeting.key() + " is in use by another request."));
            } else if (!over) {
                listener.accepted();
            }
        }

        private void meet(Guest guest) {
            if (decode == null) {
                decode = guest;
                submit();
            }
        }

        @Override
        protected void started(int cachedTokens) {
            listener.started(cachedTokens);
        }

        @Override
        protected void token(int token) {
            firstToken = token;
        }

        @Override
        protected void finished() {
            long nanos = times.transferNanos();
            if (nanos < TimeUnit.MILLISECONDS.toNanos(1)) {
                handOver();
            } else {
                context.owner().setTimer(TimeUnit.NANOSECONDS.toMillis(nanos), id -> handOver());
            }
        }

        private void handOver() {
            Guest guest = decode;
            if (over || guest == null || !guest.isHere()) {
                return;
            }
            guest.deliver(handover);
            end();
            listener.token(firstToken);
            listener.finished(null);
        }

        @Override
        protected void refused(EngineError error) {
            fail(error);
        }

        private void fail(EngineError error) {
            if (!over) {
                end();
                listener.failed(error);
            }
        }

        @Override
        public void cancel() {
            if (!over) {
                end();
            }
        }

        private void end() {
            over = true;
            context.owner().cancelTimer(timer);
            place.close(meeting);
            giveUp();
        }
    }
}

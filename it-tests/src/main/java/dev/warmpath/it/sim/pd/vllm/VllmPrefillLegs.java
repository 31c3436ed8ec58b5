package dev.warmpath.it.sim.pd.vllm;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import dev.warmpath.it.sim.pd.meet.TransferName;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Prefill legs of vLLM. A leg that offers its KV computes its prompt at once and answers; its blocks stay until the
 * decode leg has fetched them, once, or their time is up. With NIXL a decode leg that comes after that is given what lies
 * in the blocks by then, and notices nothing: seen with vLLM 0.32. With NIXL the answer carries the parameters under which they
 * are fetched; with Mooncake the router has given both legs an id. A leg that offers nothing is an ordinary request.
 */
public final class VllmPrefillLegs implements LegRunner {

    private final Context context;
    private final ObjectMapper json;
    private final MeetingPlace place;
    private final PdOptions options;
    private final String engine;
    private final String host;
    private final int port;

    /**
     * Legs of one engine.
     *
     * @param engine its name in transfers
     * @param host where decode workers fetch KV
     * @param port where decode workers fetch KV
     */
    public VllmPrefillLegs(
            Context context,
            ObjectMapper json,
            MeetingPlace place,
            PdOptions options,
            String engine,
            String host,
            int port) {
        this.context = context;
        this.json = json;
        this.place = place;
        this.options = options;
        this.engine = engine;
        this.host = host;
        this.port = port;
    }

    @Override
    public Leg start(Rank rank, LegSpec spec, LegListener listener) {
        VllmTransfer transfer = VllmTransfer.of(spec);
        if (transfer == null || !transfer.isOffered()) {
            return new WholeLegs(context).start(rank, spec, listener);
        }
        String transferId = transfer.transferId();
        boolean nixl = transferId == null;
        String key = transferId == null ? "req-" + UUID.randomUUID() : transferId;
        OfferingLeg leg = new OfferingLeg(
                rank,
                spec,
                listener,
                new Meeting(rank.number(), key),
                nixl ? options.lease() : options.bootstrapTimeout(),
                nixl ? params(rank, spec, key) : null);
        leg.open();
        return leg;
    }

    /** The shape of the newest releases: one list of blocks per KV group. */
    private ObjectNode params(Rank rank, LegSpec spec, String request) {
        ObjectNode params =
                json.createObjectNode().put("do_remote_prefill", true).put("do_remote_decode", false);
        ArrayNode group = params.putArray("remote_block_ids").addArray();
        int blockSize = spec.chain().blockSize();
        for (int block = 0; block < (spec.prompt().length + blockSize - 1) / blockSize; block++) {
            group.add(block + 1);
        }
        return params.put("remote_engine_id", TransferName.of(engine, rank.number()))
                .put("remote_request_id", request)
                .put("remote_host", host)
                .put("remote_port", port)
                .put("tp_size", 1)
                .put("dcp_size", 1)
                .put("pp_size", 1)
                .put("remote_num_tokens", spec.prompt().length)
                .putNull("remote_blocks_expiry_time")
                .put("transfer_mode", "pull")
                .put("remote_prefill_cached_tokens", 0);
    }

    private final class OfferingLeg extends SequenceRun implements Leg {

        private final LegListener listener;
        private final Meeting meeting;
        private final Duration patience;
        private final @Nullable ObjectNode params;
        private final Handover handover;
        private @Nullable Guest decode;
        private long timer = -1;
        private boolean computed;
        private boolean over;

        OfferingLeg(
                Rank rank,
                LegSpec spec,
                LegListener listener,
                Meeting meeting,
                Duration patience,
                @Nullable ObjectNode params) {
            super(context, rank, spec, spec.maxTokens(), false, true);
            this.listener = listener;
            this.meeting = meeting;
            this.patience = patience;
            this.params = params;
            this.handover = Handover.of(spec);
        }

        void open() {
            if (place.open(meeting, this::meet)) {
                submit();
            } else {
                over = true;
                listener.failed(EngineError.badRequest("transfer_id " + meeting.key() + " is in use."));
            }
        }

        private void meet(Guest guest) {
            // Blocks are handed over once.
            giveBack();
            decode = guest;
            handOver();
        }

        private void handOver() {
            Guest guest = decode;
            if (computed && !over && guest != null) {
                guest.deliver(handover);
                end();
            }
        }

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
            computed = true;
            timer = context.owner().setTimer(patience.toMillis(), id -> end());
            listener.finished(params);
            handOver();
        }

        @Override
        protected void refused(EngineError error) {
            end();
            listener.failed(error);
        }

        /** Once the prompt is computed, the blocks outlive their request. */
        @Override
        public void cancel() {
            if (!computed) {
                end();
            }
        }

        private void end() {
            if (!over) {
                over = true;
                context.owner().cancelTimer(timer);
                giveBack();
                giveUp();
            }
        }

        private void giveBack() {
            if (params != null && computed) {
                place.lapse(meeting);
            } else {
                place.close(meeting);
            }
        }
    }
}

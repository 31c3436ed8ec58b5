package dev.warmpath.it.sim.pd.sglang;

import dev.warmpath.it.sim.pd.Leg;
import dev.warmpath.it.sim.pd.LegListener;
import dev.warmpath.it.sim.pd.LegRunner;
import dev.warmpath.it.sim.pd.LegSpec;
import dev.warmpath.it.sim.pd.PdOptions;
import dev.warmpath.it.sim.pd.WholeLegs;
import dev.warmpath.it.sim.pd.meet.BootstrapClient;
import dev.warmpath.it.sim.pd.meet.FetchingLeg;
import dev.warmpath.it.sim.pd.meet.KvSource;
import dev.warmpath.it.sim.request.EngineRequest.Rendezvous;
import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Context;

/**
 * Decode legs of SGLang. A leg asks the bootstrap server that its request names for the KV of its room, on the rank
 * that the request names or that follows from the room, and generates the whole answer once it is there. A wrong room
 * or rank is never answered: the leg fails when its time is up.
 */
public final class SglangDecodeLegs implements LegRunner {

    private final Context context;
    private final BootstrapClient client;
    private final PdOptions options;

    public SglangDecodeLegs(Context context, BootstrapClient client, PdOptions options) {
        this.context = context;
        this.client = client;
        this.options = options;
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
        Integer port = rendezvous.port();
        return new FetchingLeg(
                        context,
                        rank,
                        spec,
                        listener,
                        options.waitingTimeout(),
                        client,
                        new KvSource(
                                rendezvous.host(),
                                port == null ? PdOptions.DEFAULT_BOOTSTRAP_PORT : port,
                                Long.toString(rendezvous.room()),
                                spec.prefillRank(),
                                null,
                                true))
                .run();
    }
}

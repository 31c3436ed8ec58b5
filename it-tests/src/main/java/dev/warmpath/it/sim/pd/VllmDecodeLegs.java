package dev.warmpath.it.sim.pd;

import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Context;

/**
 * Decode legs of vLLM. A leg that is told where its KV lies fetches it and fails if it is not there
 * ({@code kv_load_failure_policy} "fail", the default). One whose parameters lack something computes the prompt itself
 * and says nothing, as vLLM does.
 */
public final class VllmDecodeLegs implements LegRunner {

    private final Context context;
    private final BootstrapClient client;
    private final PdOptions options;

    public VllmDecodeLegs(Context context, BootstrapClient client, PdOptions options) {
        this.context = context;
        this.client = client;
        this.options = options;
    }

    @Override
    public Leg start(Rank rank, LegSpec spec, LegListener listener) {
        VllmTransfer transfer = VllmTransfer.of(spec);
        VllmTransfer.Source source = transfer == null ? null : transfer.source();
        if (source == null) {
            return new WholeLegs(context).start(rank, spec, listener);
        }
        return new FetchingLeg(context, rank, spec, listener, options.waitingTimeout(), client.fetch(source)).run();
    }
}

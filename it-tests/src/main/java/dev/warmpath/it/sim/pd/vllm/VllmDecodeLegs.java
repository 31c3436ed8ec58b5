package dev.warmpath.it.sim.pd.vllm;

import dev.warmpath.it.sim.pd.Leg;
import dev.warmpath.it.sim.pd.LegListener;
import dev.warmpath.it.sim.pd.LegRunner;
import dev.warmpath.it.sim.pd.LegSpec;
import dev.warmpath.it.sim.pd.PdOptions;
import dev.warmpath.it.sim.pd.WholeLegs;
import dev.warmpath.it.sim.pd.meet.BootstrapClient;
import dev.warmpath.it.sim.pd.meet.FetchingLeg;
import dev.warmpath.it.sim.pd.meet.KvSource;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Context;

/**
 * Decode legs of vLLM. A leg that is told where its KV lies fetches it and fails if it is not there
 * ({@code kv_load_failure_policy} "fail", the default). One that is promised KV and not told where it lies fails: vLLM
 * 0.32 dies of that, or never answers. Without parameters the prompt is computed here.
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
        if (transfer == null || !transfer.isPromised()) {
            return new WholeLegs(context).start(rank, spec, listener);
        }
        KvSource source = transfer.source();
        if (source == null) {
            listener.failed(EngineError.internal(
                    "EngineCore encountered an issue. See stack trace (above) for the root cause."));
            return () -> {};
        }
        return new FetchingLeg(context, rank, spec, listener, options.waitingTimeout(), client, source).run();
    }
}

package dev.warmpath.router.fleet.worker;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.scorer.choice.Ineligibility;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the engine of a worker is published: from its configuration, or from one watcher that asks it. Anyone reads. The
 * only owner of {@link Ineligibility#UNDETECTED}.
 */
public final class WorkerEngine {

    private final List<Worker.Rank> ranks;
    private final boolean configured;
    private volatile EngineFinding finding;

    WorkerEngine(WorkerSettings settings, List<Worker.Rank> ranks) {
        this.ranks = List.copyOf(ranks);
        Engine engine = settings.engine();
        this.configured = engine != null;
        this.finding = engine == null
                ? EngineFinding.unknown(EngineState.NOT_ASKED, "")
                : new EngineFinding(
                        EngineState.CONFIGURED, engine, "", EngineFinding.Account.NONE, List.of(), Instant.now());
        bar();
    }

    /** Whether configuration names it, so that no answer of the worker's is needed. */
    public boolean configured() {
        return configured;
    }

    public EngineFinding finding() {
        return finding;
    }

    /** The engine, or null while it is not known. */
    public @Nullable Engine known() {
        return finding.engine();
    }

    /** Takes what was found out; keeps requests away, or lets them come. Only where configuration does not name it. */
    public void found(EngineFinding now) {
        finding = now;
        bar();
    }

    /** Takes what a worker says of itself whose configuration names the engine. Configuration holds. */
    public void compared(EngineFinding told) {
        finding = new EngineFinding(
                EngineState.CONFIGURED,
                finding.engine(),
                told.detail(),
                told.account(),
                told.mismatches(),
                told.since());
    }

    private void bar() {
        for (Worker.Rank rank : ranks) {
            if (finding.state().known()) {
                rank.candidate().admit(Ineligibility.UNDETECTED);
            } else {
                rank.candidate().bar(Ineligibility.UNDETECTED);
            }
        }
    }
}

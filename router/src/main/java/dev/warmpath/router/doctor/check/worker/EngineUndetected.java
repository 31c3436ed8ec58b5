package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import dev.warmpath.router.fleet.worker.EngineFinding;
import java.time.Duration;

/** {@link WorkerCheck#ENGINE_UNDETECTED}. */
public final class EngineUndetected extends EachWorker {

    /** Workers are asked as soon as they are registered, and again within a fraction of this. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    @Override
    public CheckName name() {
        return WorkerCheck.ENGINE_UNDETECTED;
    }

    @Override
    void look(WorkerEvidence worker, Evidence evidence, Findings findings) {
        EngineFinding found = worker.engine();
        Duration lasted = evidence.since(found.since());
        if (!found.state().known() && lasted.compareTo(GRACE) >= 0) {
            String detail = found.detail().isEmpty() ? "" : ": " + found.detail();
            findings.fail(worker.id(), found.state().key() + " for " + lasted.toSeconds() + " s" + detail);
        }
    }
}

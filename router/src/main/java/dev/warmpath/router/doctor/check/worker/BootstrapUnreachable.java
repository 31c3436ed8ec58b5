package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;

/** {@link WorkerCheck#BOOTSTRAP_UNREACHABLE}. */
public final class BootstrapUnreachable extends EachWorker {

    @Override
    public CheckName name() {
        return WorkerCheck.BOOTSTRAP_UNREACHABLE;
    }

    @Override
    void look(WorkerEvidence worker, Evidence evidence, Findings findings) {
        if (!worker.bootstrapTrouble().isEmpty()) {
            findings.fail(worker.id(), "port " + worker.settings().bootstrapPort() + ": " + worker.bootstrapTrouble());
        }
    }
}

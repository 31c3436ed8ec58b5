package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import dev.warmpath.router.fleet.worker.EngineFinding.Mismatch;

/** {@link WorkerCheck#ENGINE_MISMATCH}. */
public final class EngineMismatch extends EachWorker {

    @Override
    public CheckName name() {
        return WorkerCheck.ENGINE_MISMATCH;
    }

    @Override
    void look(WorkerEvidence worker, Evidence evidence, Findings findings) {
        for (Mismatch mismatch : worker.engine().mismatches()) {
            findings.fail(
                    worker.id(),
                    mismatch.key() + " is configured as " + mismatch.configured() + ", and the engine says "
                            + mismatch.told());
        }
    }
}

package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import dev.warmpath.router.fleet.worker.HealthStatus;

/** {@link WorkerCheck#WORKER_UNHEALTHY}. */
public final class WorkerUnhealthy extends EachWorker {

    @Override
    public CheckName name() {
        return WorkerCheck.WORKER_UNHEALTHY;
    }

    @Override
    void look(WorkerEvidence worker, Evidence evidence, Findings findings) {
        HealthStatus health = worker.health();
        if (health.state().bars()) {
            findings.fail(
                    worker.id(),
                    health.state().key() + " for "
                            + evidence.since(health.since()).toSeconds() + " s: "
                            + health.reason().key() + " " + health.detail());
        }
    }
}

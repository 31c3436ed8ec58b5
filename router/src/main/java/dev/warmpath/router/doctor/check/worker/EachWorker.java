package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;

/** A check that looks at every worker by itself. */
abstract class EachWorker implements Check {

    @Override
    public final void look(Evidence evidence, Findings findings) {
        for (WorkerEvidence worker : evidence.now().workers()) {
            look(worker, evidence, findings);
        }
        if (evidence.now().workers().isEmpty()) {
            findings.unjudged("no workers");
        } else {
            findings.fine(evidence.now().workers().size() + " workers, none of them so");
        }
    }

    abstract void look(WorkerEvidence worker, Evidence evidence, Findings findings);
}

package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import dev.warmpath.router.load.PollState;

/** A check that looks at every worker whose own load is asked for. */
abstract class EachPolledWorker implements Check {

    @Override
    public final void look(Evidence evidence, Findings findings) {
        int polled = 0;
        for (WorkerEvidence worker : evidence.now().workers()) {
            if (worker.loadPoll().state() != PollState.OFF) {
                polled++;
                look(worker, findings);
            }
        }
        if (polled == 0) {
            findings.unjudged("engine_load is off");
        } else {
            findings.fine(polled + " workers, none of them so");
        }
    }

    abstract void look(WorkerEvidence worker, Findings findings);
}

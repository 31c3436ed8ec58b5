package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import dev.warmpath.router.load.PollStatus;

/** {@link WorkerCheck#LOAD_STREAM_UNHEARD}. */
public final class LoadStreamUnheard extends EachPolledWorker {

    @Override
    public CheckName name() {
        return WorkerCheck.LOAD_STREAM_UNHEARD;
    }

    @Override
    void look(WorkerEvidence worker, Findings findings) {
        PollStatus poll = worker.loadPoll();
        if (poll.unheard()) {
            findings.warn(worker.id(), poll.detail() + "; " + poll.source() + " is asked instead");
        }
    }
}

package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import dev.warmpath.router.load.PollState;
import dev.warmpath.router.load.PollStatus;

/** {@link WorkerCheck#LOAD_UNKNOWN}. */
public final class LoadUnknown extends EachPolledWorker {

    @Override
    public CheckName name() {
        return WorkerCheck.LOAD_UNKNOWN;
    }

    @Override
    void look(WorkerEvidence worker, Findings findings) {
        PollStatus poll = worker.loadPoll();
        long unknown = worker.ranks().stream()
                .filter(rank -> rank.engineLoad().fresh() == null)
                .count();
        // While a rank's last word is fresh, a question that failed is none too many.
        if (unknown > 0 && poll.state() != PollState.PENDING) {
            findings.warn(
                    worker.id(),
                    "the load of " + unknown + " of " + worker.ranks().size() + " ranks is not known: " + poll.source()
                            + (poll.state().failed() ? " is " + poll.state().key() : " leaves them out")
                            + (poll.detail().isEmpty() ? "" : " (" + poll.detail() + ")"));
        }
    }
}

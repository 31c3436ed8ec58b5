package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;

/** {@link WorkerCheck#BREAKER_OPEN}. */
public final class BreakerOpen extends EachWorker {

    @Override
    public CheckName name() {
        return WorkerCheck.BREAKER_OPEN;
    }

    @Override
    void look(WorkerEvidence worker, Evidence evidence, Findings findings) {
        tell(worker.id(), "its connections", worker.connections(), findings);
        for (RankEvidence rank : worker.ranks()) {
            tell(rank.name(), "its answers", rank.answers(), findings);
        }
    }

    private static void tell(String target, String what, Circuit.State state, Findings findings) {
        switch (state) {
            case OPEN -> findings.fail(target, "the breaker of " + what + " is open");
            case HALF_OPEN -> findings.warn(target, "the breaker of " + what + " is half open: a trial is under way");
            case CLOSED -> {}
        }
    }
}

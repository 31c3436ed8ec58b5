package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import dev.warmpath.router.load.RankReading;

/** {@link WorkerCheck#LOAD_DISAGREES}. */
public final class LoadDisagrees extends EachPolledWorker {

    @Override
    public CheckName name() {
        return WorkerCheck.LOAD_DISAGREES;
    }

    @Override
    void look(WorkerEvidence worker, Findings findings) {
        for (RankEvidence rank : worker.ranks()) {
            RankReading said = rank.engineLoad().fresh();
            if (said != null && rank.engineLoad().forLong()) {
                findings.warn(
                        rank.name(),
                        "the engine has counted otherwise for "
                                + rank.engineLoad().disagreeing().toSeconds() + " s; now it has " + said.running()
                                + " running and " + said.waiting() + " waiting, and the router has "
                                + rank.load().requests() + " there");
            }
        }
    }
}

package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import java.time.Duration;
import java.time.Instant;

/** {@link WorkerCheck#DRAINING_LONG}. */
public final class DrainingLong extends EachWorker {

    /** With nothing left to wait for. */
    private static final Duration IDLE = Duration.ofSeconds(5);

    /** Longer than answers take. */
    private static final Duration LONG = Duration.ofMinutes(30);

    @Override
    public CheckName name() {
        return WorkerCheck.DRAINING_LONG;
    }

    @Override
    void look(WorkerEvidence worker, Evidence evidence, Findings findings) {
        Instant begun = worker.drainingSince();
        if (begun == null) {
            return;
        }
        Duration lasted = evidence.since(begun);
        long requests = worker.ranks().stream()
                .mapToLong(rank -> rank.load().requests())
                .sum();
        if (lasted.compareTo(requests == 0 ? IDLE : LONG) >= 0) {
            findings.warn(worker.id(), "draining for " + lasted.toSeconds() + " s, " + requests + " requests left");
        }
    }
}

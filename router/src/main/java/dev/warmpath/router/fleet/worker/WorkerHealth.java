package dev.warmpath.router.fleet.worker;

import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Ineligibility;
import java.util.List;

/** Where a worker's health is published: one prober writes, anyone reads. The only owner of {@link Ineligibility#UNHEALTHY}. */
public final class WorkerHealth {

    private final List<Candidate> candidates;
    private volatile HealthStatus status = HealthStatus.unknown();

    WorkerHealth(List<Candidate> candidates) {
        this.candidates = List.copyOf(candidates);
    }

    public HealthStatus status() {
        return status;
    }

    /** Tells the health from now on; keeps requests away, or lets them come again. */
    public void publish(HealthStatus now) {
        status = now;
        for (Candidate candidate : candidates) {
            if (now.state().bars()) {
                candidate.bar(Ineligibility.UNHEALTHY);
            } else {
                candidate.admit(Ineligibility.UNHEALTHY);
            }
        }
    }
}

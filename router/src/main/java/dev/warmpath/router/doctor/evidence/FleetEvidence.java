package dev.warmpath.router.doctor.evidence;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.discovery.SourceStatus;
import dev.warmpath.router.snapshot.SnapshotStatus;
import dev.warmpath.router.tls.CertificateStatus;
import dev.warmpath.scorer.choice.ChoiceTally;
import dev.warmpath.scorer.choice.OverlapWeights;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A router and its fleet at one moment.
 *
 * @param at when it was taken
 * @param nanos the same on the monotonic clock
 * @param workers in order of registration
 * @param weights in force
 * @param choices made so far
 * @param certificates in force on the ports and towards workers
 * @param snapshot what is kept of the index between two runs
 * @param cluster other routers of the fleet
 * @param sources that workers are discovered from
 */
public record FleetEvidence(
        Instant at,
        long nanos,
        List<WorkerEvidence> workers,
        PromptEvidence prompts,
        OverlapWeights weights,
        ChoiceTally choices,
        List<CertificateStatus> certificates,
        SnapshotStatus snapshot,
        ClusterStatus cluster,
        List<SourceStatus> sources) {

    public FleetEvidence {
        workers = List.copyOf(workers);
        certificates = List.copyOf(certificates);
        sources = List.copyOf(sources);
    }

    public void eachRank(Consumer<RankEvidence> look) {
        workers.forEach(worker -> worker.ranks().forEach(look));
    }

    /** The rank of a target, or null when its worker is not in the fleet. */
    public @Nullable RankEvidence rank(Target target) {
        for (WorkerEvidence worker : workers) {
            if (worker.id().equals(target.worker())) {
                int at = target.rank() - worker.settings().dpStart();
                return at >= 0 && at < worker.ranks().size() ? worker.ranks().get(at) : null;
            }
        }
        return null;
    }
}

package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#RANK_MISMATCH}. */
public final class RankMismatch extends EachStream {

    @Override
    public CheckName name() {
        return StreamCheck.RANK_MISMATCH;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        long mismatches = evidence.grown(rank, r -> of(r, StreamStatus::rankMismatches));
        if (mismatches > 0) {
            findings.warn(rank.name(), mismatches + " batches from " + stream.endpoint() + " name another rank");
        }
    }
}

package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#PUBLISHER_RESTARTED}. */
public final class PublisherRestarted extends EachStream {

    @Override
    public CheckName name() {
        return StreamCheck.PUBLISHER_RESTARTED;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        long restarts = evidence.grown(rank, r -> of(r, StreamStatus::restarts));
        if (restarts > 0) {
            findings.warn(
                    rank.name(),
                    "began anew " + restarts + " times within "
                            + evidence.span().toSeconds() + " s");
        }
    }
}

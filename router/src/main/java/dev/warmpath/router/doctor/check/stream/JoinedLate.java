package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#JOINED_LATE}. */
public final class JoinedLate extends EachStream {

    @Override
    public CheckName name() {
        return StreamCheck.JOINED_LATE;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        if (stream.reason() == StreamReason.JOINED_LATE) {
            findings.warn(
                    rank.name(),
                    "the first batch seen was not the first published; known now up to " + stream.lastSequence());
        }
    }
}

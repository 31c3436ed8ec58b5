package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#REPLAY_MISSING}. */
public final class ReplayMissing extends EachStream {

    @Override
    public CheckName name() {
        return StreamCheck.REPLAY_MISSING;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        StreamSpec spec = rank.spec();
        if (spec != null && spec.direction() == StreamSpec.Direction.CONNECT && spec.replayEndpoint() == null) {
            findings.warn(rank.name(), "events from " + stream.endpoint() + ", no replay endpoint");
        }
    }
}

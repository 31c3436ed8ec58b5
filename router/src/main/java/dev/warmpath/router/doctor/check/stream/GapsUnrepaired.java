package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import java.util.EnumSet;
import java.util.Set;

/** {@link StreamCheck#GAPS_UNREPAIRED}. */
public final class GapsUnrepaired extends EachStream {

    private static final Set<StreamReason> LOSSES = EnumSet.of(
            StreamReason.GAP_NOT_REPLAYABLE,
            StreamReason.REPLAY_INCOMPLETE,
            StreamReason.REPLAY_TIMEOUT,
            StreamReason.BUFFER_OVERFLOW,
            StreamReason.UNVERIFIED);

    @Override
    public CheckName name() {
        return StreamCheck.GAPS_UNREPAIRED;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        long lost = evidence.grown(rank, r -> of(r, StreamStatus::lost));
        boolean suspect = stream.state() == StreamState.SUSPECT && LOSSES.contains(stream.reason());
        if (suspect || lost > 0) {
            findings.fail(
                    rank.name(),
                    lost + " batches lost within " + evidence.span().toSeconds() + " s, " + stream.lost()
                            + " in all; now " + stream.state().key() + " ("
                            + stream.reason().key() + ")");
        }
    }
}

package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.decode.DecodeReason;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** {@link StreamCheck#UNREADABLE_EVENTS}. */
public final class UnreadableEvents extends EachStream {

    /** Understood, and not indexed on purpose. */
    private static final Set<DecodeReason> DELIBERATE = EnumSet.of(DecodeReason.OTHER_GROUP, DecodeReason.REMOTE);

    @Override
    public CheckName name() {
        return StreamCheck.UNREADABLE_EVENTS;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        long events = evidence.grown(rank, r -> of(r, UnreadableEvents::unreadable));
        long messages = evidence.grown(rank, r -> of(r, StreamStatus::frameErrors));
        long refused = evidence.grown(rank, r -> of(r, StreamStatus::sinkFailures));
        if (events + messages + refused > 0) {
            findings.fail(
                    rank.name(),
                    messages + " messages that are no batches, " + events + " unreadable events " + stream.rejected()
                            + ", " + refused + " that the index refused");
        }
    }

    private static long unreadable(StreamStatus stream) {
        long count = 0;
        for (Map.Entry<DecodeReason, Long> rejected : stream.rejected().entrySet()) {
            count += DELIBERATE.contains(rejected.getKey()) ? 0 : rejected.getValue();
        }
        return count;
    }
}

package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#EVENTS_OFF}. */
public final class EventsOff extends EachStream {

    @Override
    public CheckName name() {
        return StreamCheck.EVENTS_OFF;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        if (Silence.of(stream) && stream.batches() == 0) {
            findings.fail(
                    rank.name(),
                    "connected to " + stream.endpoint() + ", requests since " + stream.unansweredMillis() / 1000
                            + " s, and no event ever");
        }
    }
}

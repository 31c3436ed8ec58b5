package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#STREAM_SILENT}. */
public final class StreamSilent extends EachStream {

    @Override
    public CheckName name() {
        return StreamCheck.STREAM_SILENT;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        if (Silence.of(stream) && stream.batches() > 0) {
            findings.fail(
                    rank.name(),
                    "requests since " + stream.unansweredMillis() / 1000 + " s without an event; the last came "
                            + stream.lastEventAgeMillis() / 1000 + " s ago");
        }
    }
}

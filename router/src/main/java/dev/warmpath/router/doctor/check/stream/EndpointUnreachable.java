package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import java.time.Duration;

/** {@link StreamCheck#ENDPOINT_UNREACHABLE}. */
public final class EndpointUnreachable extends EachStream {

    /** Connecting takes milliseconds; a few tries are granted. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    @Override
    public CheckName name() {
        return StreamCheck.ENDPOINT_UNREACHABLE;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        if (stream.state() != StreamState.CONNECTING) {
            return;
        }
        Duration lasted = evidence.since(stream.since());
        if (lasted.compareTo(PATIENCE) >= 0) {
            findings.fail(
                    rank.name(),
                    stream.endpoint() + ": " + stream.reason().key() + " for " + lasted.toSeconds() + " s");
        }
    }
}

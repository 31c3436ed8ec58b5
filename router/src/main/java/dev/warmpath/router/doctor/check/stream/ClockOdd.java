package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#CLOCK_ODD}. */
public final class ClockOdd extends EachStream {

    private static final int ENOUGH = 3;

    /** Publishing takes milliseconds; unsynchronised clocks of machines that care at all differ by less than this. */
    private static final long ODD_MILLIS = 1_000;

    @Override
    public CheckName name() {
        return StreamCheck.CLOCK_ODD;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        if (stream.batches() >= ENOUGH && Math.abs(stream.leastLagMillis()) > ODD_MILLIS) {
            findings.warn(
                    rank.name(),
                    "even the quickest batch of late took " + stream.leastLagMillis() + " ms by the two clocks");
        }
    }
}

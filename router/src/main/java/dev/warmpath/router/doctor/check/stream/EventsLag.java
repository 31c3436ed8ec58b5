package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#EVENTS_LAG}. */
public final class EventsLag extends EachStream {

    /** Longer than it takes the next turn of a conversation to come. */
    private static final long LATE_MILLIS = 2_000;

    /** What was late a while ago says nothing of now. */
    private static final long RECENT_MILLIS = 30_000;

    @Override
    public CheckName name() {
        return StreamCheck.EVENTS_LAG;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        long late = stream.lagMillis() - stream.leastLagMillis();
        boolean recent = stream.lastEventAgeMillis() >= 0 && stream.lastEventAgeMillis() <= RECENT_MILLIS;
        if (recent && late > LATE_MILLIS) {
            findings.warn(
                    rank.name(),
                    "the last batch was applied " + stream.lagMillis() + " ms after it was published, the quickest of"
                            + " late after " + stream.leastLagMillis());
        }
    }
}

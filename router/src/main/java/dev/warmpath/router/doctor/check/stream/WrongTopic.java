package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#WRONG_TOPIC}. */
public final class WrongTopic extends EachStream {

    @Override
    public CheckName name() {
        return StreamCheck.WRONG_TOPIC;
    }

    @Override
    void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings) {
        StreamSpec spec = rank.spec();
        String other = stream.otherTopic();
        if (spec != null && other != null) {
            findings.fail(
                    rank.name(),
                    "subscribed to \"" + spec.topic() + "\", and " + stream.endpoint() + " publishes under \"" + other
                            + "\"");
        }
    }
}

package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;

/** When a stream that is connected counts as one that does not speak. */
final class Silence {

    /**
     * Sooner than {@link StreamState#SILENT}, which costs trust: what is only told may be told early. An event comes some
     * milliseconds behind what it tells of.
     */
    static final long PATIENCE_MILLIS = 2_000;

    private Silence() {}

    /** One whose publisher speaks under another topic has a better explanation. */
    static boolean of(StreamStatus stream) {
        return stream.state() != StreamState.CONNECTING
                && stream.otherTopic() == null
                && stream.unansweredMillis() >= PATIENCE_MILLIS;
    }
}

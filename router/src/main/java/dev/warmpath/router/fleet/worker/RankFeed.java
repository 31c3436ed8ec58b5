package dev.warmpath.router.fleet.worker;

import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamState;
import org.jspecify.annotations.Nullable;

/** Where a rank's view comes from: its event stream, or nothing. */
public final class RankFeed {

    private final @Nullable RankStream stream;

    /** Of this stream, or of none. */
    public RankFeed(@Nullable RankStream stream) {
        this.stream = stream;
    }

    /** The stream, or null when no event endpoint is configured. */
    public @Nullable RankStream stream() {
        return stream;
    }

    public StreamState state() {
        return stream == null ? StreamState.OFF : stream.state();
    }

    /** See {@link RankStream#noteTraffic}. */
    public void noteTraffic(long beganNanos) {
        if (stream != null) {
            stream.noteTraffic(beganNanos);
        }
    }
}

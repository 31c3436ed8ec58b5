package dev.warmpath.events.stream;

import dev.warmpath.events.kv.Target;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A stream's state as the rest of the router sees it, and one log line per change. Written by the stream's thread, read
 * by any.
 */
final class StandingLog {

    private static final Logger log = LoggerFactory.getLogger(StandingLog.class);

    /** A state, why, and since when. */
    record Standing(StreamState state, StreamReason reason, Instant since) {}

    private final Target target;
    private final LogGate gate = new LogGate();
    private volatile Standing current =
            new Standing(StreamState.CONNECTING, StreamReason.NOT_YET_CONNECTED, Instant.now());

    StandingLog(Target target) {
        this.target = target;
    }

    Standing current() {
        return current;
    }

    /** A stream that has ended says nothing more. */
    void end() {
        current = new Standing(StreamState.OFF, StreamReason.NO_ENDPOINT, Instant.now());
    }

    void update(StreamState state, StreamReason reason, String endpoint, long lastSequence) {
        Standing before = current;
        if (state == before.state() && reason == before.reason()) {
            return;
        }
        current = new Standing(state, reason, state == before.state() ? before.since() : Instant.now());
        if (gate.opens(System.nanoTime())) {
            log.atLevel(state.trust() < before.state().trust() ? Level.WARN : Level.INFO)
                    .addKeyValue("target", target)
                    .addKeyValue("endpoint", endpoint)
                    .addKeyValue("from", before.state().key())
                    .addKeyValue("state", state.key())
                    .addKeyValue("reason", reason.key())
                    .addKeyValue("last_sequence", lastSequence)
                    .addKeyValue("unlogged", gate.takeSuppressed())
                    .log("event stream changed state");
        }
    }
}

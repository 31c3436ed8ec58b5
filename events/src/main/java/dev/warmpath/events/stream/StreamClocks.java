package dev.warmpath.events.stream;

import dev.warmpath.config.settings.EventSettings;
import java.time.Duration;

/**
 * When a stream that brings nothing is to be looked after. What was done in vain, a new socket or a probe, is done again
 * after up to {@value #MAX_WAIT} times the first wait.
 *
 * <p>Owned by the stream's thread. Times are those of {@link System#nanoTime}.
 */
final class StreamClocks {

    static final int MAX_WAIT = 16;

    /** Traffic that has gone without an event for this part of what makes a stream silent makes its topic doubtful. */
    private static final int DOUBT_TOPIC_AFTER = 10;

    private static final Duration SHORTEST_TICK = Duration.ofMillis(10);
    private static final Duration LONGEST_TICK = Duration.ofMillis(250);

    private final long livenessNanos;
    private final long silentNanos;
    private final long probeNanos;
    private final Duration tick;
    private long quietSince;
    private int replaceWait = 1;
    private int probeWait = 1;

    StreamClocks(EventSettings settings, long now) {
        this.livenessNanos = settings.livenessTimeout().toNanos();
        this.silentNanos = settings.silentAfter().toNanos();
        this.probeNanos = settings.idleProbe().toNanos();
        this.tick = tickOf(settings);
        this.quietSince = now;
    }

    private static Duration tickOf(EventSettings settings) {
        Duration shortest = settings.silentAfter().compareTo(settings.livenessTimeout()) < 0
                ? settings.silentAfter()
                : settings.livenessTimeout();
        Duration quarter = shortest.dividedBy(4);
        if (quarter.compareTo(SHORTEST_TICK) < 0) {
            return SHORTEST_TICK;
        }
        return quarter.compareTo(LONGEST_TICK) > 0 ? LONGEST_TICK : quarter;
    }

    /** How often to look; short against the clocks. */
    Duration tick() {
        return tick;
    }

    /** A batch was applied, or the connection is new. */
    void heard(long now) {
        quietSince = now;
    }

    /** No traffic waits for events. */
    void answered() {
        replaceWait = 1;
    }

    /** Whether the socket is to be replaced, as traffic has waited for so long; then the next time is twice as far. */
    boolean replaces(long unansweredNanos) {
        if (unansweredNanos < livenessNanos * replaceWait) {
            return false;
        }
        replaceWait = Math.min(replaceWait * 2, MAX_WAIT);
        return true;
    }

    /** Whether events may come under another topic, as traffic has waited for so long. */
    boolean doubtsTopic(long unansweredNanos) {
        return unansweredNanos > silentNanos / DOUBT_TOPIC_AFTER;
    }

    /** Whether the replay is to be asked if the stream is complete; then it is quiet from now on. */
    boolean probes(long now) {
        long after = probeNanos * probeWait;
        if (after == 0 || now - quietSince < after) {
            return false;
        }
        quietSince = now;
        return true;
    }

    void replayAnswered() {
        probeWait = 1;
    }

    void probeFailed() {
        probeWait = Math.min(probeWait * 2, MAX_WAIT);
    }
}

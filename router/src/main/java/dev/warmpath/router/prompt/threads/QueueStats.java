package dev.warmpath.router.prompt.threads;

import java.util.Map;

/**
 * What has become of the work of one size.
 *
 * @param queued waits for a thread now
 * @param running is on a thread now
 * @param waits pieces of work that have left the queue, for a thread or because nobody wanted them any more
 * @param waitNanos how long these were in it, together, in nanoseconds
 * @param overflows work that was not taken into the queue, by reason; all reasons are there
 */
public record QueueStats(int queued, int running, long waits, long waitNanos, Map<Overflow, Long> overflows) {

    public QueueStats {
        overflows = Map.copyOf(overflows);
    }
}

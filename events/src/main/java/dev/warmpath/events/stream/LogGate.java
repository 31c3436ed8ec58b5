package dev.warmpath.events.stream;

/** Lets a line through at most once a second, and counts those it held back. Owned by one thread. */
final class LogGate {

    private static final long INTERVAL_NANOS = 1_000_000_000L;

    private boolean used;
    private long lastNanos;
    private long suppressed;

    /** Whether a line may be written now. */
    boolean opens(long now) {
        if (used && now - lastNanos < INTERVAL_NANOS) {
            suppressed++;
            return false;
        }
        used = true;
        lastNanos = now;
        return true;
    }

    /** Lines held back since the last one. */
    long takeSuppressed() {
        long count = suppressed;
        suppressed = 0;
        return count;
    }
}

package dev.warmpath.router.breaker;

import dev.warmpath.config.settings.BreakerSettings;

/**
 * What opens a circuit, and for how long.
 *
 * @param consecutive failures in a row
 * @param window how many latest outcomes {@code windowFailures} looks at
 * @param windowFailures failures among them, or 0 where only those in a row count
 * @param openMinNanos first time that it stays open
 * @param openMaxNanos limit of the time, which each failed trial doubles
 */
public record CircuitRule(int consecutive, int window, int windowFailures, long openMinNanos, long openMaxNanos) {

    /** A kept connection that the worker closed a moment ago looks like a dead worker: only the second one counts. */
    private static final int BROKEN_CONNECTIONS = 2;

    /** For how a rank answers. */
    public static CircuitRule answers(BreakerSettings settings) {
        return new CircuitRule(
                settings.consecutiveFailures(),
                settings.window(),
                (int) Math.max(1, Math.ceil(settings.failureRate() * settings.window())),
                settings.openMin().toNanos(),
                settings.openMax().toNanos());
    }

    /** For whether a worker can be connected to. */
    public static CircuitRule connections(BreakerSettings settings) {
        return new CircuitRule(
                BROKEN_CONNECTIONS,
                1,
                0,
                settings.openMin().toNanos(),
                settings.openMax().toNanos());
    }
}

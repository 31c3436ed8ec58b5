package dev.warmpath.config.settings;

import java.time.Duration;

/**
 * When requests are kept away from a target because of how it served others ({@code breaker:}).
 *
 * @param consecutiveFailures failed legs in a row that open a target's breaker
 * @param window how many of a target's latest legs {@code failureRate} looks at, at most {@link #MAX_WINDOW}
 * @param failureRate share of failed legs in the window that opens a target's breaker, above 0
 * @param openMin how long an open breaker keeps requests away at first, before one is let through as a trial
 * @param openMax the longest that it does; each failed trial doubles the time
 */
public record BreakerSettings(
        int consecutiveFailures, int window, double failureRate, Duration openMin, Duration openMax) {

    /** A window is kept in the bits of one long. */
    public static final int MAX_WINDOW = 64;

    public static BreakerSettings defaults() {
        return new BreakerSettings(5, 20, 0.5, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }
}

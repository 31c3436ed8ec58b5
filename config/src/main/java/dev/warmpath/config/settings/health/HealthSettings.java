package dev.warmpath.config.settings.health;

import java.time.Duration;

/**
 * How workers are asked whether they can serve ({@code health:}, and {@code health:} of one worker).
 *
 * @param enabled whether they are asked at all
 * @param path what is asked for with GET; a status from 200 to 299 is a good answer
 * @param interval from the end of one probe to the next, give or take a fifth
 * @param timeout a probe without the head of an answer by then has failed
 * @param failures failed probes in a row after which a healthy worker counts as unhealthy
 * @param successes good probes in a row after which an unhealthy worker is let back; more for one that flaps
 */
public record HealthSettings(
        boolean enabled, String path, Duration interval, Duration timeout, int failures, int successes) {

    public static HealthSettings defaults() {
        return new HealthSettings(true, "/health", Duration.ofSeconds(5), Duration.ofSeconds(5), 3, 2);
    }
}

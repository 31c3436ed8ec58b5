package dev.warmpath.router.fleet.worker;

import java.util.Locale;

/** What probing says of a worker. */
public enum HealthState {
    /** It is not probed. */
    OFF,
    /** No probe has come back yet; requests are sent to it. */
    UNKNOWN,
    /** It has not answered any probe well so far; no request is sent to it. */
    STARTING,
    HEALTHY,
    /** It was healthy; no request is sent to it. */
    UNHEALTHY;

    /** As logs, metrics and answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether requests are kept away. */
    public boolean bars() {
        return this == STARTING || this == UNHEALTHY;
    }
}

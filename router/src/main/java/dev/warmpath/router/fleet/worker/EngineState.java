package dev.warmpath.router.fleet.worker;

import java.util.Locale;

/** What is known of the engine that a worker runs, and why not more; metrics, logs and answers share these names. */
public enum EngineState {
    /** Its configuration says so. */
    CONFIGURED,
    /** The worker said so itself. */
    DETECTED,
    /** No answer has come yet. */
    NOT_ASKED,
    /** It could not be asked, answered with a 5xx, or was out of reach since it last answered. */
    UNREACHABLE,
    /** It refuses the {@code api_key} of its configuration, or wants one. */
    UNAUTHORISED,
    /** It answers, and not as any engine that the router knows. */
    UNRECOGNISED;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether requests can be sent: how they are written depends on the engine. */
    public boolean known() {
        return this == CONFIGURED || this == DETECTED;
    }
}

package dev.warmpath.router.prompt.threads;

import java.util.Locale;

/** Why work was not taken into the queue. */
public enum Overflow {
    /** As many prompts wait as may. */
    QUEUE_FULL,
    /** The long ones have their half of the queue. */
    LONG_HALF_FULL,
    /** The router stops. */
    CLOSED;

    /** As in metrics. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.warmpath.router.retry;

import java.util.Locale;

/** What forbade a retry that would have been made. */
public enum RetryDenial {
    /** The request's own clock would have run out before. */
    DEADLINE,
    /** Too many of the recent requests were retried. */
    BUDGET;

    /** Label of metrics. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

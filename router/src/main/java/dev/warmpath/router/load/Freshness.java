package dev.warmpath.router.load;

import java.util.Locale;

/** Whether what an engine said of a rank still counts. */
public enum Freshness {
    /** It never said anything. */
    UNKNOWN,
    FRESH,
    /** It is older than {@code engine_load.stale_after}. */
    STALE;

    /** As answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

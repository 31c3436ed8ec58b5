package dev.warmpath.router.cluster.status;

import java.util.Locale;

/** What is known of another router. */
public enum MemberState {
    /** Its load counts. */
    LIVE,
    /** It was not heard for {@code cluster.stale_after}: its load counts for nothing until it is heard again. */
    SILENT,
    /** It is gone without a word. */
    LOST;

    /** As logs, metrics and answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

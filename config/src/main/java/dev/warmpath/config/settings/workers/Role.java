package dev.warmpath.config.settings.workers;

import java.util.Locale;

/** What a worker does for a request: {@code MIXED} runs prefill and decode itself. */
public enum Role {
    PREFILL,
    DECODE,
    MIXED;

    /** As configuration, answers and metrics write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.warmpath.events.stream;

import java.util.Locale;

/** How far a rank's event stream can be believed (design 3.5). */
public enum StreamState {
    /** No event endpoint is configured: the rank is scored by load alone. */
    OFF,
    /** Not connected yet, or connection lost. */
    CONNECTING,
    /** A replay is under way. */
    RECOVERING,
    /** Connected, and every batch since the view began was applied in order. */
    LIVE,
    /** Batches were lost and could not be replayed; removals may be missing. */
    SUSPECT,
    /** Traffic that must have changed the cache flows, and no events come. */
    SILENT;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

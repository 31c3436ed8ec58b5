package dev.warmpath.events.stream;

import java.util.Locale;

/** How far a rank's event stream can be believed (design 3.5). */
public enum StreamState {
    /** No event endpoint is configured: the rank is scored by load alone. */
    OFF(0),
    /**
     * Not connected yet, or connection lost. What is known was true a moment ago and decays as the engine evicts: half.
     */
    CONNECTING(0.5),
    /** A replay is under way. What is applied is right up to a known point, and most of it still is: three quarters. */
    RECOVERING(0.75),
    /** Connected, and every batch since the view began was applied in order. */
    LIVE(1),
    /**
     * Batches were lost and could not be replayed; removals may be missing. Most of the view is right, any one block may
     * not be, and a wrong credit costs more than a missed one: half.
     */
    SUSPECT(0.5),
    /**
     * Traffic that must have changed the cache flows, and no events come. The view is frozen while the cache turns over:
     * a quarter, just enough to prefer a once warm rank among equals.
     */
    SILENT(0.25);

    private final double trust;

    StreamState(double trust) {
        this.trust = trust;
    }

    /** How far the view of a rank in this state is believed, 0..1, before any feedback. */
    public double trust() {
        return trust;
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.warmpath.router.fleet;

import java.util.Locale;

/** Why a worker left the fleet. */
public enum Removal {
    /** Somebody asked for it. */
    ASKED,
    /** It was registered again, otherwise than before, and is back at once. */
    REPLACED,
    /** It was registered for a time, and not again within that. */
    LEASE_EXPIRED,
    /** The source that it was discovered from yields it no more, and it has worked off what it had. */
    WITHDRAWN,
    /** The same, and what it had took longer than there was time. */
    DRAIN_OVER;

    /** As the log writes it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

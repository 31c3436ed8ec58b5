package dev.warmpath.router.fleet;

import java.util.Locale;

/** Why a worker left the fleet. */
public enum Removal {
    /** Somebody asked for it. */
    ASKED,
    /** It was registered again, otherwise than before, and is back at once. */
    REPLACED,
    /** It was registered for a time, and not again within that. */
    LEASE_EXPIRED;

    /** As the log writes it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

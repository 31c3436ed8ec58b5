package dev.warmpath.router.discovery;

import java.util.Locale;

/** How things are with a source. */
public enum SourceState {
    /** It has told nothing yet. */
    STARTING,
    /** The fleet is as it says. */
    FOLLOWING,
    /** It has suddenly yielded nobody; its workers stay until it is believed. */
    HOLDING,
    /** It cannot tell; its workers stay as they were. */
    BROKEN;

    /** As logs, metrics and answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.warmpath.events.stream;

import java.util.Locale;

/** What became of a view that an earlier run left; see {@link SavedView}. */
public enum Resumption {
    /** The publisher continued it: every batch since is in the view. */
    CONTINUED,
    /** The publisher began anew since, with an empty cache: the view is dropped. */
    RESTARTED,
    /** Batches between the view and what the publisher can still tell are lost: the view is dropped. */
    GAP;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

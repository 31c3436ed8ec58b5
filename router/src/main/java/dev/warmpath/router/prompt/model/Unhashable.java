package dev.warmpath.router.prompt.model;

import dev.warmpath.scorer.hash.UnhashedReason;

/** A prompt cannot become tokens. The message holds nothing of what a client wrote. No stack trace: it is data. */
public final class Unhashable extends Exception {

    private final UnhashedReason reason;

    Unhashable(UnhashedReason reason, String what) {
        super(what, null, false, false);
        this.reason = reason;
    }

    public UnhashedReason reason() {
        return reason;
    }
}

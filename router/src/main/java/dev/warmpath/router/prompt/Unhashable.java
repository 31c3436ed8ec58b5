package dev.warmpath.router.prompt;

import dev.warmpath.scorer.hash.UnhashedReason;

/** A prompt cannot become tokens. The message holds nothing of what a client wrote. No stack trace: it is data. */
final class Unhashable extends Exception {

    private final UnhashedReason reason;

    Unhashable(UnhashedReason reason, String what) {
        super(what, null, false, false);
        this.reason = reason;
    }

    UnhashedReason reason() {
        return reason;
    }
}

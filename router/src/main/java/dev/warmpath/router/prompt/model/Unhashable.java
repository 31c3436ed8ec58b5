package dev.warmpath.router.prompt.model;

import dev.warmpath.scorer.hash.UnhashedReason;

/** A prompt cannot become tokens. The message holds nothing of what a client wrote. No stack trace: it is data. */
public final class Unhashable extends Exception {

    private static final long[] NO_CONTENT = {};

    private final UnhashedReason reason;
    private final transient long[] content;

    Unhashable(UnhashedReason reason, String what) {
        this(reason, what, NO_CONTENT);
    }

    /** @param content keys of the images, sounds and files of the prompt */
    Unhashable(UnhashedReason reason, String what, long[] content) {
        super(what, null, false, false);
        this.reason = reason;
        this.content = content;
    }

    /** Keys of the images, sounds and files of the prompt. */
    public long[] content() {
        return content;
    }

    public UnhashedReason reason() {
        return reason;
    }
}

package dev.warmpath.router.discovery.source;

import java.util.Locale;

/** Why a worker that is announced does not join. */
public enum RejectionReason {
    /** What announces it cannot be read. */
    MALFORMED_RECORD,
    /** What announces it is longer than any such thing. */
    RECORD_TOO_LARGE,
    /** It breaks a rule that holds for workers. */
    BAD_WORKER,
    /** Where it is said to run has no address. */
    NO_ADDRESS,
    /** Another source, the configuration or an operator has put a worker of this URL into the fleet. */
    URL_TAKEN,
    /** The same source announces two workers of one URL. */
    URL_TWICE,
    /** The source has yielded as many as it may. */
    TOO_MANY_WORKERS,
    /** The router could not take it in, for want of ports for its events. */
    NOT_ADDED;

    /** As logs, metrics and answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

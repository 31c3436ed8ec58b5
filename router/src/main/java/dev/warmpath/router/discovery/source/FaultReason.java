package dev.warmpath.router.discovery.source;

import java.util.Locale;

/** Why a source cannot tell who is wanted. */
public enum FaultReason {
    /** Nobody answers, or not in time, or the connection broke. */
    UNREACHABLE,
    /** Who answers does not let the router look. */
    FORBIDDEN,
    /** Who answers says that it cannot tell. */
    FAILING,
    /** The answer cannot be read. */
    MALFORMED_ANSWER,
    /** The answer is longer than any that is taken. */
    ANSWER_TOO_LARGE;

    /** As logs, metrics and answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

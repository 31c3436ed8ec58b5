package dev.warmpath.router.load;

import java.util.Locale;

/** How the last question for a worker's own load went. */
public enum PollState {
    /** Nobody asks. */
    OFF,
    /** No question has come back yet. */
    PENDING,
    OK,
    /** It did not answer in time, or not at all. */
    UNREACHABLE,
    /** It refused the router's credentials. */
    UNAUTHORISED,
    /** It does not tell its load: the answer was an error. */
    REFUSED,
    /** The answer was longer than {@code engine_load.max_body}. */
    TOO_LONG,
    /** The answer does not tell the load of the worker's ranks. */
    UNREADABLE;

    /** As logs, metrics and answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a question has come back without a load. */
    public boolean failed() {
        return compareTo(OK) > 0;
    }
}

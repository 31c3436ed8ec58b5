package dev.warmpath.events.stream;

import java.util.Locale;

/** Why a stream is in its state; shared by admin API, metrics, doctor and logs. */
public enum StreamReason {
    NO_ENDPOINT,
    NOT_YET_CONNECTED,
    CONNECTION_LOST,
    /** The endpoint could not be used at all: unknown host, bad address, port taken. */
    ENDPOINT_REFUSED,
    FIRST_REPLAY,
    GAP_REPLAY,
    CONTIGUOUS,
    /** The first batch seen was not the publisher's first, and its history could not be replayed. */
    JOINED_LATE,
    GAP_NOT_REPLAYABLE,
    REPLAY_INCOMPLETE,
    REPLAY_TIMEOUT,
    BUFFER_OVERFLOW,
    UNREADABLE_BATCHES,
    NO_EVENTS_UNDER_TRAFFIC;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

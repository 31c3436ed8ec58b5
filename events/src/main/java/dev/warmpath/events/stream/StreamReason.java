package dev.warmpath.events.stream;

import java.util.Locale;

/** Why a stream is in its state; shared by admin API, metrics, doctor and logs. */
public enum StreamReason {
    /** None is configured. */
    NO_ENDPOINT,
    /** Nobody has answered at the endpoint so far. */
    NOT_YET_CONNECTED,
    /** The publisher was there and is gone. */
    CONNECTION_LOST,
    /** The endpoint could not be used at all: unknown host, bad address, port taken. */
    ENDPOINT_REFUSED,
    /** The publisher's history is being asked for, from its first batch on. */
    FIRST_REPLAY,
    /** A connection was lost and is back; what was published meanwhile is being asked for. */
    RECONNECT_REPLAY,
    /** The view is that of an earlier run of this router; what was published since is being asked for. */
    SNAPSHOT_REPLAY,
    /** Sequence numbers were skipped; the batches between are being asked for. */
    GAP_REPLAY,
    /** Every batch since the view began was applied, in order. */
    CONTIGUOUS,
    /** The first batch seen was not the publisher's first, and its history could not be replayed. */
    JOINED_LATE,
    /** Batches were lost and there is no replay endpoint. */
    GAP_NOT_REPLAYABLE,
    /** Batches were lost and the publisher's replay no longer holds all of them. */
    REPLAY_INCOMPLETE,
    /** Batches were lost and the replay endpoint did not answer, or not to the end. */
    REPLAY_TIMEOUT,
    /** Batches were lost because more came during a replay than may wait. */
    BUFFER_OVERFLOW,
    /**
     * A connection was lost and is back, or the view is that of an earlier run, and nothing has told yet whether this is
     * still the same publisher.
     */
    UNVERIFIED,
    /** A batch, or an event that may have been a removal, could not be read. */
    UNREADABLE_BATCHES,
    /** The view refused an event: a fault of this router, logged with its stack trace. */
    SINK_FAILED,
    /** Requests that must have changed the cache were served and no event told of it. */
    NO_EVENTS_UNDER_TRAFFIC,
    /** The same, and events are published there under another topic than the one that was subscribed to. */
    OTHER_TOPIC;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

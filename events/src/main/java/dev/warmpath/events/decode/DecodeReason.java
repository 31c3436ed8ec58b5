package dev.warmpath.events.decode;

/**
 * Why an event or a batch was not used. Metrics, doctor and logs share these names ({@link #key()}). Where several apply
 * to the fields of one event the greater is told: that a block lies elsewhere explains more than an odd field of it.
 */
public enum DecodeReason {
    /** The payload is not msgpack, ends early, or has bytes behind its end. */
    MSGPACK,
    /** The payload is not a batch: not an array or map of the right shape. */
    BATCH_SHAPE,
    /** An event is neither a tagged array nor a map with a type, or is too short. */
    EVENT_SHAPE,
    /** A field of an event has the wrong type or an impossible value. */
    EVENT_FIELD,
    /** The event's tag is not one we know. */
    UNKNOWN_TYPE,
    /** The medium is not one we know. */
    UNKNOWN_MEDIUM,
    /** An event lists more hashes than {@code events.max_hashes_per_event}. */
    TOO_MANY_HASHES,
    /** The number of tokens is not hashes times block size. */
    UNALIGNED,
    /** A block names itself, or one of its siblings, as an ancestor, or is listed twice in one event. */
    SELF_PARENT,
    /** A group that is not full attention (sliding window, mamba and the like): known, and not indexed. */
    OTHER_GROUP,
    /** Blocks that lie on another machine. */
    REMOTE;

    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}

package dev.warmpath.events.msgpack;

/** What a value's first byte says that it is. */
public enum Kind {
    NIL,
    BOOL,
    /** Any width, signed or unsigned. */
    INT,
    FLOAT,
    STR,
    BIN,
    ARRAY,
    MAP,
    EXT,
    /** The one byte that starts no value ({@code c1}). */
    NEVER
}

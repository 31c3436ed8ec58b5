package dev.warmpath.events.kv;

/** Where a block lies, best first. */
public enum Tier {
    /** GPU memory. */
    DEVICE,
    /** CPU memory. */
    HOST,
    /** NVMe or a remote store. */
    DISK
}

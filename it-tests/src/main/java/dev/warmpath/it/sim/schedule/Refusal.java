package dev.warmpath.it.sim.schedule;

/** Why a rank does not take a request on. */
public enum Refusal {
    /** As many requests wait as may. */
    QUEUE_FULL,
    /** The prompt would not fit into an empty cache. */
    TOO_LONG
}

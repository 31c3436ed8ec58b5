package dev.warmpath.it.sim.http;

/** How {@code /health} answers. */
public enum HealthMode {
    OK,
    /** 503, as an engine that is starting or has died inside. */
    UNAVAILABLE,
    /** Never. */
    HANG
}

package dev.warmpath.config.settings;

/** What a worker does for a request: {@code MIXED} runs prefill and decode itself. */
public enum Role {
    PREFILL,
    DECODE,
    MIXED
}

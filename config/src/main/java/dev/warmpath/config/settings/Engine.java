package dev.warmpath.config.settings;

/** The engine behind a worker's HTTP endpoint. */
public enum Engine {
    SGLANG,
    VLLM
}

package dev.warmpath.config.settings.workers;

/** The engine behind a worker's HTTP endpoint. */
public enum Engine {
    SGLANG,
    VLLM
}

package dev.warmpath.it.sim.events;

/** The shape of one event on the wire. */
public enum EventFormat {
    /** vLLM since June 2026. */
    VLLM_MAP,
    /** vLLM before; its length grew over the releases. */
    VLLM_ARRAY,
    /** SGLang since September 2026. */
    SGLANG_MAP,
    /** SGLang before. */
    SGLANG_ARRAY;

    public boolean isVllm() {
        return this == VLLM_MAP || this == VLLM_ARRAY;
    }

    public boolean isMap() {
        return this == VLLM_MAP || this == SGLANG_MAP;
    }
}

package dev.warmpath.it.sim.events;

/** The shape of one event on the wire. */
public enum EventFormat {
    /** vLLM since 0.24. */
    VLLM_MAP,
    /** vLLM before; its length grew over the releases. */
    VLLM_ARRAY,
    /** SGLang since 0.5.20. */
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

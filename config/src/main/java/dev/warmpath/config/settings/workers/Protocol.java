package dev.warmpath.config.settings.workers;

/** How a prefill leg hands its KV cache to a decode leg. Written in configuration as {@link #key()}. */
public enum Protocol {
    /** One worker does both; no hand-off. */
    NONE("none"),
    /** SGLang: both legs at once, paired by a bootstrap room. */
    SGLANG_BOOTSTRAP("sglang-bootstrap"),
    /** vLLM: prefill first, then decode with the transfer parameters that prefill returned. */
    VLLM_NIXL("vllm-nixl"),
    /** vLLM: both legs at once, paired by a transfer id. */
    VLLM_MOONCAKE("vllm-mooncake");

    private final String key;

    Protocol(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }

    /**
     * Whether a decode worker of this protocol serves a request that nobody handed over: vLLM's then computes the prompt
     * itself, SGLang's in disaggregation mode decode waits for KV that never comes.
     */
    public boolean decodesAlone() {
        return this == VLLM_NIXL || this == VLLM_MOONCAKE;
    }
}

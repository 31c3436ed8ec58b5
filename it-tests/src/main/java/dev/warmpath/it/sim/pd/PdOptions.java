package dev.warmpath.it.sim.pd;

import java.time.Duration;

/**
 * How long the legs of a pair wait for one another.
 *
 * @param bootstrapTimeout prefill waits for its decode leg ({@code SGLANG_DISAGGREGATION_BOOTSTRAP_TIMEOUT})
 * @param waitingTimeout decode waits for the KV ({@code SGLANG_DISAGGREGATION_WAITING_TIMEOUT})
 * @param lease vLLM keeps the KV of a finished prefill for its decode leg this long ({@code kv_lease_duration}); a decode
 *     leg that comes later gets KV of other prompts
 */
public record PdOptions(Duration bootstrapTimeout, Duration waitingTimeout, Duration lease) {

    /** SGLang's bootstrap port where a request names none. */
    public static final int DEFAULT_BOOTSTRAP_PORT = 8998;

    /** The host that SGLang's own health probes name: no other leg exists. */
    public static final String FAKE_BOOTSTRAP_HOST = "2.2.2.2";

    public static PdOptions defaults() {
        return new PdOptions(Duration.ofSeconds(300), Duration.ofSeconds(300), Duration.ofSeconds(30));
    }

    /** Both legs wait this long. */
    public PdOptions withTimeouts(Duration timeout) {
        return new PdOptions(timeout, timeout, lease);
    }

    public PdOptions withLease(Duration duration) {
        return new PdOptions(bootstrapTimeout, waitingTimeout, duration);
    }
}

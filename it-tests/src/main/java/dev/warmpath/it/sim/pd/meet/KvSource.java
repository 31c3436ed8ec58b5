package dev.warmpath.it.sim.pd.meet;

import org.jspecify.annotations.Nullable;

/**
 * Where a decode leg gets the KV of its prompt.
 *
 * @param host of the prefill worker's bootstrap server
 * @param port of the prefill worker's bootstrap server
 * @param key what the legs meet under
 * @param rank number of the prefill rank, or null where it follows from the key
 * @param engine name of that rank in transfers, or null where the protocol has none
 * @param waits whether the KV may still be on its way; otherwise it is there or never
 */
public record KvSource(
        String host,
        int port,
        String key,
        @Nullable Integer rank,
        @Nullable String engine,
        boolean waits) {}

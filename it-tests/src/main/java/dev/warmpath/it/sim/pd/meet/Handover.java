package dev.warmpath.it.sim.pd.meet;

import dev.warmpath.it.sim.pd.LegSpec;

/**
 * What a decode worker gets of a finished prefill.
 *
 * @param tokens length of the prompt whose KV is handed over
 * @param fingerprint tells whether it is the same prompt
 */
public record Handover(int tokens, int fingerprint) {

    /** The KV of a leg's prompt. */
    public static Handover of(LegSpec spec) {
        return new Handover(spec.prompt().length, spec.fingerprint());
    }
}

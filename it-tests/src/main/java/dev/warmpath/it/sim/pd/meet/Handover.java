package dev.warmpath.it.sim.pd.meet;

import dev.warmpath.it.sim.pd.LegSpec;

/**
 * What a decode worker gets of a prefill worker.
 *
 * @param tokens length of the prompt whose KV is handed over
 * @param fingerprint tells whether it is the same prompt
 */
public record Handover(int tokens, int fingerprint) {

    /** What lies in blocks that their prefill has given back: KV of whoever came next. */
    static final Handover FOREIGN = new Handover(-1, 0);

    boolean isForeign() {
        return equals(FOREIGN);
    }

    /** The KV of a leg's prompt. */
    public static Handover of(LegSpec spec) {
        return new Handover(spec.prompt().length, spec.fingerprint());
    }
}

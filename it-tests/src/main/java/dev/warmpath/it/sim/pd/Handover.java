package dev.warmpath.it.sim.pd;

/**
 * What a decode worker gets of a finished prefill.
 *
 * @param tokens length of the prompt whose KV is handed over
 * @param fingerprint tells whether it is the same prompt
 */
record Handover(int tokens, int fingerprint) {

    static Handover of(LegSpec spec) {
        return new Handover(spec.prompt().length, spec.fingerprint());
    }
}

package dev.warmpath.it.sim.schedule;

/** Learns what becomes of a sequence, on the engine's thread. */
public interface SequenceListener {

    /** It waits for its turn. */
    void queued();

    /**
     * It runs.
     *
     * @param cachedTokens leading prompt tokens that the cache held
     */
    void started(int cachedTokens);

    /** It has generated one more token. */
    void token(int token);

    /** It has generated all its tokens. */
    void finished();

    /** It will not run. */
    void refused(Refusal reason);
}

package dev.warmpath.it.bench.policy.fleet;

/** Where a rule put a request, and what the rule has to hear of it later. */
public interface Placement {

    /** What {@link #prefill} says where the decode rank computes the prompt itself. */
    int NONE = -1;

    /** Number of the prefill rank, or {@link #NONE}. */
    int prefill();

    /** Number of the decode rank. */
    int decode();

    /** The prompt is computed. */
    void prefillDone();

    /** The answer has grown. */
    void generated(int tokens);

    /** The answer is complete. */
    void ended();
}

package dev.warmpath.scorer.load;

import dev.warmpath.events.kv.Target;

/**
 * The load that one chosen leg puts on its target. Exactly one of {@link #release}, {@link #fail} and {@link #refund}
 * ends it; further calls do nothing, so every path may end it without asking whether another did. Any thread.
 */
public interface Booking {

    Target target();

    /** Leading blocks of the prompt that the target was seen to hold, whatever the tier. */
    int matchedBlocks();

    /** Full blocks of the prompt, in the target's block size; 0 when the prompt was not hashed. */
    int requestBlocks();

    /**
     * Tokens that the engine should report as cached: the matched blocks, but for one that holds the prompt's last token. An
     * engine computes that token in any case, to have its output, and takes whole blocks only, so a prompt of full blocks
     * costs it the last one.
     */
    int predictedCachedTokens();

    /** What was believed of the target when it was chosen, to be held against the engine's own word. */
    Prediction prediction();

    /** Prefill is complete: its share of the load goes. On a mixed target the decode share stays. */
    void prefillDone();

    /** Tokens were generated on a decode or mixed target: its KV blocks grow. */
    void generated(int tokens);

    /** The leg ended as it should. */
    void release();

    /** The leg ended badly after it was sent: what it was expected to store is withdrawn. */
    void fail();

    /** The leg was never sent: its charge on recent load is given back too. */
    void refund();
}

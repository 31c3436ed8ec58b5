package dev.warmpath.it.bench.replay;

import dev.warmpath.config.settings.workers.Engine;
import java.time.Duration;

/**
 * What is run.
 *
 * @param tiers whether the engines keep a tier that survives their restart
 * @param patience how long each condition is waited for
 */
public record ReplayPlan(
        Engine engine, int workers, int prompts, int promptTokens, boolean tiers, Duration patience, long seed) {

    /** Tokens per block of the engines. */
    public static final int BLOCK_SIZE = 16;

    /** A block less its last token is never a hit. */
    public static final int SHORTEST_PROMPT = 2 * BLOCK_SIZE;

    /** Blocks for all prompts on one worker, answers included: nothing is evicted, so that nothing is stored again. */
    int blocksPerWorker() {
        return prompts * (promptTokens / BLOCK_SIZE + 2);
    }
}

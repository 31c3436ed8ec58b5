package dev.warmpath.scorer.load;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;

/**
 * One leg of a request as it was weighed on the target that won it: what its booking has to know.
 *
 * @param role {@code PREFILL} computes the prompt, {@code DECODE} holds its blocks, {@code MIXED} does both
 * @param hashed whether the prompt had hashes
 * @param tokens prompt length; 0 when not hashed
 * @param blockSize tokens per block on this target, positive; a stand-in where it is not known
 * @param blocks full blocks of the prompt
 * @param matched leading blocks that the target was seen to hold
 * @param announced those of them before the first that rests on something else than an event
 * @param missed blocks minus credit, as the cost had it
 * @param chain hashes of the blocks that can be shared with other requests, at most {@code blocks} of them; the prompt's
 *     own array, not written to
 */
public record Leg(
        Target target,
        Role role,
        boolean hashed,
        int tokens,
        int blockSize,
        int blocks,
        int matched,
        int announced,
        double missed,
        long[] chain) {

    boolean prefills() {
        return role != Role.DECODE;
    }

    boolean decodes() {
        return role != Role.PREFILL;
    }

    /**
     * Charge on recent load, in blocks: a prompt that is cached whole costs nothing, an unknown one counts as one. A leg that
     * only decodes is not charged: it computes none of what its target misses, and who was booked there lately is what a
     * decode target is weighed by in any case ({@link Arrivals}).
     */
    double charge() {
        if (!prefills()) {
            return 0;
        }
        return hashed ? missed : 1;
    }

    /** Blocks of prefill work in flight. */
    long prefillBlocks() {
        return hashed ? Math.round(missed) : 1;
    }

    /** KV blocks that no other request is known to share. */
    long privateBlocks() {
        return hashed ? blocks - chain.length : 1;
    }

    /** Full blocks that {@code generated} tokens add, the prompt's unfinished last block included. */
    long generatedBlocks(long generated) {
        return (tokens % blockSize + generated) / blockSize;
    }

    int predictedCachedTokens() {
        return cachedTokens(matched);
    }

    Prediction prediction() {
        int comparable = chain.length == blocks ? tokens : 0;
        return new Prediction(comparable, blockSize, matched, cachedTokens(matched), cachedTokens(announced), chain);
    }

    private int cachedTokens(int held) {
        int takeable = Math.max(0, tokens - 1) / blockSize;
        return Math.min(held, takeable) * blockSize;
    }
}

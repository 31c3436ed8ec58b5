package dev.warmpath.router.prompt;

import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.Map;

/**
 * What the pipeline has done since its start, for metrics.
 *
 * @param hashed prompts that became tokens
 * @param unhashed prompts that did not, by reason; reasons that never came up are absent
 * @param tokens token ids of the hashed prompts
 * @param tokenizeNanos time that threads spent on rendering, tokenizing and hashing, in nanoseconds
 * @param queued prompts that wait for a thread now
 * @param cacheBytes memory of the cached pieces of text and their tokens now
 * @param cacheHits pieces that were cached
 * @param cacheMisses pieces that had to be tokenized
 */
public record PromptStats(
        long hashed,
        Map<UnhashedReason, Long> unhashed,
        long tokens,
        long tokenizeNanos,
        int queued,
        long cacheBytes,
        long cacheHits,
        long cacheMisses) {

    public PromptStats {
        unhashed = Map.copyOf(unhashed);
    }
}

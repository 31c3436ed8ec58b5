package dev.warmpath.router.prompt;

import dev.warmpath.router.prompt.threads.PromptSize;
import dev.warmpath.router.prompt.threads.QueueStats;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.Map;
import java.util.Objects;

/**
 * What the pipeline has done since its start, for metrics.
 *
 * @param hashed prompts that became tokens
 * @param unhashed prompts that did not, by reason; reasons that never came up are absent
 * @param tokens token ids of the hashed prompts
 * @param tokenizeNanos time that threads spent on rendering, tokenizing and hashing, in nanoseconds
 * @param givenUpAtOnce prompts that an event loop began with, and left to a thread
 * @param queues what waits for a thread, by size; all sizes are there
 * @param cacheMostBytes memory that there is for messages, pieces of text and their tokens
 * @param cacheBytes memory of cached messages, pieces of text and their tokens now
 * @param cacheHits pieces that were cached
 * @param cachedTokens tokens of the pieces that were cached
 * @param cacheMisses pieces that had to be tokenized
 * @param messageHits messages that were cached as they were read
 * @param messageMisses messages that had to be read and were long enough to be kept
 * @param nativeMostBytes memory that there is for texts while they are tokenized
 * @param nativeHeldBytes what they take of it now
 * @param nativeWaits texts that had to wait for it
 */
public record PromptStats(
        long hashed,
        Map<UnhashedReason, Long> unhashed,
        long tokens,
        long tokenizeNanos,
        long givenUpAtOnce,
        Map<PromptSize, QueueStats> queues,
        long cacheMostBytes,
        long cacheBytes,
        long cacheHits,
        long cachedTokens,
        long cacheMisses,
        long messageHits,
        long messageMisses,
        long nativeMostBytes,
        long nativeHeldBytes,
        long nativeWaits) {

    public PromptStats {
        unhashed = Map.copyOf(unhashed);
        queues = Map.copyOf(queues);
    }

    /** What waits of one size. */
    public QueueStats queue(PromptSize size) {
        return Objects.requireNonNull(queues.get(size));
    }

    /** Prompts of any size that wait for a thread now. */
    public int queued() {
        return queues.values().stream().mapToInt(QueueStats::queued).sum();
    }
}

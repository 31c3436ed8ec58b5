package dev.warmpath.router.load;

/**
 * What an engine said once of one of its ranks.
 *
 * @param running requests in the engine's batch
 * @param waiting requests that it holds and that are not in the batch
 * @param kvUsage share of the KV cache that is in use, 0 to 1; {@link Double#NaN} where it is not told
 * @param nanos when it was asked, of {@link System#nanoTime}'s kind
 */
public record RankReading(long running, long waiting, double kvUsage, long nanos) {

    /** All that it holds. */
    public long requests() {
        return running + waiting;
    }
}

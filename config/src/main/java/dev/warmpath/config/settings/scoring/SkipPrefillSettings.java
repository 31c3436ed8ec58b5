package dev.warmpath.config.settings.scoring;

/**
 * When a request goes straight to a decode worker that computes the rest of its prompt itself
 * ({@code scoring.skip_prefill}): where that rest is small, no prefill worker is asked and no KV moves. All bounds must
 * hold.
 *
 * @param enabled off by default: a decode engine that computes prompts makes its running answers wait
 * @param maxTokens most tokens of the prompt that the decode target may lack
 * @param maxShare most of the prompt that it may lack, 0..1
 * @param maxRequests most requests in flight on it, this one not counted
 */
public record SkipPrefillSettings(boolean enabled, int maxTokens, double maxShare, int maxRequests) {

    /** Off; the bounds are the better of those that {@code bench policy} compares. */
    public static SkipPrefillSettings defaults() {
        return new SkipPrefillSettings(false, 2048, 0.7, 64);
    }

    /** These bounds, in force. */
    public SkipPrefillSettings on() {
        return new SkipPrefillSettings(true, maxTokens, maxShare, maxRequests);
    }
}

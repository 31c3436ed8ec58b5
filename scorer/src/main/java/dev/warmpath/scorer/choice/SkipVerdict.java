package dev.warmpath.scorer.choice;

import java.util.Locale;

/** Whether a request may go straight to a decode target, without a prefill leg; or what is against it. */
public enum SkipVerdict {
    /** It may. */
    STRAIGHT,
    /** Its engine cannot compute prompts in this role. */
    CANNOT_PREFILL,
    /** It lacks more tokens of the prompt than {@code scoring.skip_prefill.max_tokens}. */
    TOO_MANY_TOKENS,
    /** It lacks a larger part of the prompt than {@code scoring.skip_prefill.max_share}. */
    TOO_LARGE_SHARE,
    /** It has more requests in flight than {@code scoring.skip_prefill.max_requests}. */
    TOO_BUSY;

    /** As answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

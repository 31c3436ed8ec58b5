package dev.warmpath.scorer.feedback;

import java.util.Locale;

/** What a target's answers say of the predictions made for it. Admin API, metrics and logs share these names. */
public enum FeedbackReason {
    /** No answer has told yet. */
    UNPROVEN("no answer has told yet whether predictions come true"),
    /**
     * Answers carry usage, but never how many tokens were cached. An engine that leaves the number out where it is 0 looks
     * the same as one whose report is off, until it has told once.
     */
    NOT_REPORTED("answers do not tell cached tokens: SGLang needs --enable-cache-report, vLLM"
            + " --enable-prompt-tokens-details; or none of what was predicted was cached"),
    /** Predictions come true. */
    CONFIRMED("predictions come true"),
    /** The engine counts other prompt tokens than the router, in several answers in a row: the hashes cannot be right. */
    TOKENS_DIFFER("the engine counts other prompt tokens than the router: tokenizer or chat template differ"),
    /** Of what was predicted, nothing ever was cached. */
    NEVER_CACHED("nothing that was predicted ever was cached: tokenizer, salt or adapter differ,"
            + " or the engine announces blocks and does not reuse them"),
    /** Predictions came true once, and now nothing of them is cached. */
    CACHE_LOST("nothing that is predicted is cached any more: the cache was dropped without an event"),
    /** Part of what is predicted is cached. */
    CACHE_SHORT("the engine holds less than its events say: removals do not arrive");

    private final String meaning;

    FeedbackReason(String meaning) {
        this.meaning = meaning;
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** For people: what was seen, and what it points to. */
    public String meaning() {
        return meaning;
    }
}

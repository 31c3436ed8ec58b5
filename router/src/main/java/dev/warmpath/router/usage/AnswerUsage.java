package dev.warmpath.router.usage;

import dev.warmpath.scorer.feedback.Wording;

/**
 * What an answer says of its prompt.
 *
 * @param promptTokens its length; {@link #ABSENT} where the answer does not say
 * @param cachedTokens how many of them the engine had cached; {@link #ABSENT} where the answer does not say
 * @param wording in whose words it says so, or would
 */
public record AnswerUsage(int promptTokens, int cachedTokens, Wording wording) {

    public static final int ABSENT = -1;

    /** In OpenAI's words. */
    public AnswerUsage(int promptTokens, int cachedTokens) {
        this(promptTokens, cachedTokens, Wording.OPENAI);
    }
}

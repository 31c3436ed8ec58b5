package dev.warmpath.router.usage;

/**
 * What an answer says of its prompt.
 *
 * @param promptTokens its length; {@link #ABSENT} where the answer does not say
 * @param cachedTokens how many of them the engine had cached; {@link #ABSENT} where the answer does not say
 */
public record AnswerUsage(int promptTokens, int cachedTokens) {

    public static final int ABSENT = -1;
}

package dev.warmpath.scorer.feedback;

/**
 * What was predicted for one answered request, and what its engine said.
 *
 * @param tokens length of the prompt as the router knows it; 0 when that cannot be compared with the engine's count
 * @param predicted tokens that the engine was expected to have cached
 * @param announced those of them that rest on its events alone: what is merely expected, or was learned from an answer,
 *     says nothing about the events when it fails
 * @param promptTokens length of the prompt as the engine says; {@link #ABSENT} where it does not
 * @param cachedTokens tokens that the engine had cached; {@link #ABSENT} where it does not say
 * @param wording in whose words it says so
 */
public record Observation(
        int tokens, int predicted, int announced, int promptTokens, int cachedTokens, Wording wording) {

    /** The answer had usage, and this number was not in it. */
    public static final int ABSENT = -1;

    /** What an engine said in OpenAI's words. */
    public Observation(int tokens, int predicted, int announced, int promptTokens, int cachedTokens) {
        this(tokens, predicted, announced, promptTokens, cachedTokens, Wording.OPENAI);
    }
}

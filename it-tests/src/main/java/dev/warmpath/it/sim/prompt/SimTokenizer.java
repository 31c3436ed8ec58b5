package dev.warmpath.it.sim.prompt;

import com.fasterxml.jackson.databind.JsonNode;

/** A model's tokenizer and chat template, as a simulated engine uses them. Safe for several threads. */
public interface SimTokenizer {

    /**
     * Tokens of a text.
     *
     * @param addSpecialTokens whether the tokenizer adds those that it puts around a plain prompt
     */
    int[] encode(String text, boolean addSpecialTokens);

    /** Text of one token. */
    String decode(int token);

    /**
     * Text of a chat request's rendered messages.
     *
     * @param request the whole body: template arguments stand beside the messages
     * @throws BadPromptException if the messages cannot be rendered
     */
    String render(JsonNode request) throws BadPromptException;

    /** Its tokens; the text brings its own special ones. */
    default int[] chat(JsonNode request) throws BadPromptException {
        return encode(render(request), false);
    }
}

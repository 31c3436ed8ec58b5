package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.prompt.tokens.PromptText;

/**
 * A chat as the text that an engine tokenizes.
 *
 * @param prompt special tokens included, so that none are added
 * @param continued what the engine tokenizes for itself and puts behind: the beginning of the answer that a client wrote,
 *     where the engine (SGLang) does not render it with the rest; else empty
 */
public record RenderedChat(PromptText prompt, String continued) {

    static RenderedChat whole(PromptText prompt) {
        return new RenderedChat(prompt, "");
    }

    /** The prompt in one piece, put together anew at each call. */
    public String text() {
        return prompt.whole();
    }
}

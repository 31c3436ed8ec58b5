package dev.warmpath.router.prompt.chat;

/**
 * A chat as the text that an engine tokenizes.
 *
 * @param text special tokens included, so that none are added
 * @param continued what the engine tokenizes for itself and puts behind: the beginning of the answer that a client wrote,
 *     where the engine (SGLang) does not render it with the rest; else empty
 */
public record RenderedChat(String text, String continued) {

    static RenderedChat whole(String text) {
        return new RenderedChat(text, "");
    }
}

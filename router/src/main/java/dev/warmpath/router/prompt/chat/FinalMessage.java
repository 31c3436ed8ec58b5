package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.prompt.tokens.PromptText;

/** How a rendered chat becomes the prompt: as it is, or ended where the last message's own text ends. */
@FunctionalInterface
interface FinalMessage {

    FinalMessage CLOSED = RenderedChat::whole;

    RenderedChat end(PromptText rendered) throws UnsupportedChat;
}

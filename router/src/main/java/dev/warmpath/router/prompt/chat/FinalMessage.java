package dev.warmpath.router.prompt.chat;

/** How a rendered chat becomes the prompt: as it is, or ended where the last message's own text ends. */
@FunctionalInterface
interface FinalMessage {

    FinalMessage CLOSED = RenderedChat::whole;

    RenderedChat end(String rendered) throws UnsupportedChat;
}

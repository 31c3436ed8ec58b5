package dev.warmpath.router.prompt.chat;

/**
 * The chat holds something whose text, as the engine makes it, we do not know. The message names the member and holds
 * nothing of what a client wrote. No stack trace: it is data.
 */
public final class UnsupportedChat extends Exception {

    /** @param what names the member, and nothing of what a client wrote */
    public UnsupportedChat(String what) {
        super(what, null, false, false);
    }
}

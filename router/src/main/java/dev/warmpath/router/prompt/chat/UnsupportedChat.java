package dev.warmpath.router.prompt.chat;

/**
 * The chat holds something whose text, as the engine makes it, we do not know. The message names the member and holds
 * nothing of what a client wrote. No stack trace: it is data.
 */
public final class UnsupportedChat extends Exception {

    private final boolean media;

    /** @param what names the member, and nothing of what a client wrote */
    public UnsupportedChat(String what) {
        this(what, false);
    }

    UnsupportedChat(String what, boolean media) {
        super(what, null, false, false);
        this.media = media;
    }

    /** Whether it is for an image, a sound or a file, so that the text before it can be told all the same. */
    public boolean isMedia() {
        return media;
    }
}

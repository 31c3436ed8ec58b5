package dev.warmpath.it.sim.prompt;

/** A prompt that an engine refuses; the message is for the client. */
public final class BadPromptException extends Exception {
    public BadPromptException(String message) {
        super(message);
    }
}

package dev.warmpath.events.port;

/** No port block could be found; the message names the cause and what to do. */
public final class NoPortBlockException extends RuntimeException {
    public NoPortBlockException(String message) {
        super(message);
    }
}

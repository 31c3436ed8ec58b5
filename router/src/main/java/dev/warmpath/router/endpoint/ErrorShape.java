package dev.warmpath.router.endpoint;

/** How an endpoint's clients expect errors. */
public enum ErrorShape {
    /** {@code {"error":{"message","type","param","code"}}}; in a stream the same as a data line. */
    OPENAI,
    /** The same as an answer; in a stream an event named {@code error} with the members at its top. */
    RESPONSES,
    /** {@code {"type":"error","error":{"type","message"}}}; in a stream an event named {@code error}. */
    ANTHROPIC
}

package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import org.jspecify.annotations.Nullable;

/**
 * The call of a tool that a client forces: the made-up text becomes its one argument. As with an engine, arguments that a
 * token limit cut are no whole JSON.
 */
public final class ForcedCall {

    /** How a choice ends that has called its tool. */
    public static final String CALLED = "tool_calls";

    private ForcedCall() {}

    /** What a token adds to its choice: its text, or its part of the arguments. */
    static String said(@Nullable String tool, String piece, boolean first, @Nullable String ending) {
        if (tool == null) {
            return piece;
        }
        String quoted = new String(JsonStringEncoder.getInstance().quoteAsString(piece));
        return (first ? "{\"text\": \"" : "") + quoted + (CALLED.equals(ending) ? "\"}" : "");
    }
}

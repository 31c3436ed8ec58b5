package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.it.sim.request.EngineError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the answer of one generation request while it comes about. Belongs to the engine's context. */
public interface Reply {

    /** Every leg has been taken on: from here on an error of a stream stands inside it. */
    void begin();

    /**
     * One more token.
     *
     * @param piece its text
     * @param ending how the choice ends if this is its last token, else null
     */
    void token(Choice choice, int token, String piece, @Nullable String ending);

    /** The choice has ended, and its last token said so or not. */
    void ended(Choice choice, boolean said);

    /**
     * All choices have ended.
     *
     * @param transfer vLLM's transfer parameters for the other leg, or null
     */
    void finish(List<Choice> choices, Tally tally, @Nullable JsonNode transfer);

    /** The request ends here. */
    void fail(EngineError error);
}

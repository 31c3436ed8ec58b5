package dev.warmpath.it.sim.pd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.it.sim.request.EngineError;
import org.jspecify.annotations.Nullable;

/** Learns what becomes of a leg, on the engine's context. */
public interface LegListener {

    /** It has been taken on: it waits or runs. */
    void accepted();

    /**
     * It runs.
     *
     * @param cachedTokens leading prompt tokens that the cache held
     */
    void started(int cachedTokens);

    /** It has generated one more token. */
    void token(int token);

    /**
     * It has done its part.
     *
     * @param transfer vLLM's transfer parameters for the other leg, or null
     */
    void finished(@Nullable JsonNode transfer);

    /** It ends here. */
    void failed(EngineError error);
}

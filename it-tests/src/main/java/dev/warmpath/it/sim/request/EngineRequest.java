package dev.warmpath.it.sim.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.it.sim.hash.MediaSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A generation request after parsing.
 *
 * @param id the client's own id for it ({@code rid} in SGLang, {@code request_id} in vLLM), or null
 * @param model name as the client wrote it
 * @param prompts tokens of each prompt, at least one
 * @param batch whether the prompts came as a list: a list of one is a batch too
 * @param media images of the one prompt that has any
 * @param samples answers per prompt ({@code n})
 * @param sampling when an answer ends
 * @param stream whether the answer is an event stream
 * @param includeUsage whether that stream ends with a usage chunk
 * @param namespace cache namespace
 * @param rank rank that the sender asks for, or null
 * @param rendezvous where each prompt's legs meet, in the order of the prompts; empty outside SGLang's PD
 * @param prefillRank rank that holds the KV, as a decode leg says it, or null
 * @param transfer vLLM's transfer parameters, or null
 * @param tool function that the answer must call, or null
 * @param conversation messages of the chat that a response is to be stored with, or null where none is to be
 */
public record EngineRequest(
        @Nullable String id,
        String model,
        List<int[]> prompts,
        boolean batch,
        List<MediaSpan> media,
        int samples,
        Sampling sampling,
        boolean stream,
        boolean includeUsage,
        CacheNamespace namespace,
        @Nullable Integer rank,
        List<Rendezvous> rendezvous,
        @Nullable Integer prefillRank,
        @Nullable JsonNode transfer,
        @Nullable String tool,
        @Nullable JsonNode conversation) {

    /** The same, to be stored with this conversation. */
    EngineRequest storing(JsonNode messages) {
        return new EngineRequest(
                id,
                model,
                prompts,
                batch,
                media,
                samples,
                sampling,
                stream,
                includeUsage,
                namespace,
                rank,
                rendezvous,
                prefillRank,
                transfer,
                tool,
                messages);
    }

    /**
     * When an answer ends.
     *
     * @param maxTokens limit, or null for none
     * @param minTokens tokens that it has at least
     * @param ignoreEos whether only the limit ends it
     */
    public record Sampling(@Nullable Integer maxTokens, int minTokens, boolean ignoreEos) {

        /** Tokens of an answer whose model would stop after {@code natural}. */
        public int length(int natural, int room) {
            int length = Math.max(natural, minTokens);
            if (maxTokens != null) {
                length = ignoreEos ? maxTokens : Math.min(length, maxTokens);
            }
            return Math.max(1, Math.min(length, room));
        }
    }

    /**
     * Where the two legs of a prompt meet: a room at a prefill worker's bootstrap server.
     *
     * @param port null for the engine's default
     */
    public record Rendezvous(String host, @Nullable Integer port, long room) {}
}

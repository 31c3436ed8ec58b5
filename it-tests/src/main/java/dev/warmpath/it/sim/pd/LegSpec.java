package dev.warmpath.it.sim.pd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.it.sim.hash.TokenChain;
import dev.warmpath.it.sim.request.EngineRequest.Rendezvous;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a leg is to do.
 *
 * @param prompt its tokens
 * @param chain the same with their block hashes; used by one leg only
 * @param answer token at each place of the answer
 * @param maxTokens tokens of the whole answer
 * @param rendezvous where the legs meet, or null outside SGLang's PD
 * @param prefillRank rank that holds the KV, where the decode leg says so, or null
 * @param transfer vLLM's transfer parameters, or null
 */
public record LegSpec(
        int[] prompt,
        TokenChain chain,
        IntUnaryOperator answer,
        int maxTokens,
        @Nullable Rendezvous rendezvous,
        @Nullable Integer prefillRank,
        @Nullable JsonNode transfer) {

    /** The same with another answer. */
    public LegSpec answering(IntUnaryOperator other) {
        return new LegSpec(prompt, chain, other, maxTokens, rendezvous, prefillRank, transfer);
    }

    /** Tells prompts apart: legs of one pair must have been given the same tokens. */
    public int fingerprint() {
        return Arrays.hashCode(prompt);
    }
}

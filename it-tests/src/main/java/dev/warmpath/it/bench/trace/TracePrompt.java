package dev.warmpath.it.bench.trace;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.scorer.hash.HashedPrompt;

/**
 * Makes prompts of a trace's blocks. A block's number stands for its tokens: they are made of it and of their place in
 * it, so that equal numbers give equal tokens and, since block hashes are chained, equal hashes after equal prefixes.
 * Thereby a block of {@value TraceRequest#BLOCK_TOKENS} tokens is cut to blocks of whatever size an engine has, the full
 * ones of a partly filled last block included.
 */
public final class TracePrompt {

    /** Token ids of today's models have some 17 bits. */
    private static final int TOKEN_BITS = 17;

    private TracePrompt() {}

    /** The tokens of a request's prompt. */
    public static int[] tokens(TraceRequest request) {
        int[] tokens = new int[request.inputTokens()];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = token(request.blocks()[i / TraceRequest.BLOCK_TOKENS], i % TraceRequest.BLOCK_TOKENS);
        }
        return tokens;
    }

    /** The prompt as scoring takes it: {@link HashedPrompt#chain} gives its hashes for a block size. */
    public static HashedPrompt hashed(TraceRequest request) {
        int[] tokens = tokens(request);
        return HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN);
    }

    /** The finalizer of SplitMix64, which makes neighbours look unrelated. */
    private static int token(int block, int place) {
        long mixed = ((long) block * TraceRequest.BLOCK_TOKENS + place) * 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return (int) ((mixed ^ (mixed >>> 31)) >>> (Long.SIZE - TOKEN_BITS));
    }
}

package dev.warmpath.it.bench.trace;

/**
 * One request of a trace. What it asked is not told, only which blocks of {@value #BLOCK_TOKENS} tokens its prompt is made
 * of: two prompts with the same number at the same place are equal up to the end of that block.
 *
 * @param arrivalMillis since the trace began
 * @param inputTokens length of the prompt
 * @param outputTokens length of the answer
 * @param blocks the prompt's blocks in order; the last one may be partly filled. Shared, not to be written to
 */
public record TraceRequest(long arrivalMillis, int inputTokens, int outputTokens, int[] blocks) {

    /** Tokens per block of the public traces. */
    public static final int BLOCK_TOKENS = 512;

    public TraceRequest {
        if (arrivalMillis < 0 || inputTokens < 1 || outputTokens < 1) {
            throw new IllegalArgumentException(
                    "a request needs an arrival from 0 on and at least one token in and out: " + arrivalMillis + ", "
                            + inputTokens + ", " + outputTokens);
        }
        if (blocks.length != blocksFor(inputTokens)) {
            throw new IllegalArgumentException(inputTokens + " tokens are " + blocksFor(inputTokens) + " blocks of "
                    + BLOCK_TOKENS + ", not " + blocks.length);
        }
    }

    /** Blocks that a prompt of so many tokens has, a partly filled one included. */
    static int blocksFor(int tokens) {
        return (tokens + BLOCK_TOKENS - 1) / BLOCK_TOKENS;
    }
}

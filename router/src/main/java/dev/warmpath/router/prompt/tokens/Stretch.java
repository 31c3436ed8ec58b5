package dev.warmpath.router.prompt.tokens;

/**
 * The block hashes that end in a stretch of tokens: a long piece, and the short ones between it and the long piece before
 * it. They hold behind one beginning only, as each hash depends on all tokens before it.
 *
 * @param before what stands before it: the {@link #mark} of the stretch before, or the {@link Beginning} of a chain
 * @param gap ids of the short pieces
 * @param hashes of the blocks that end behind {@code before} and not behind the piece
 * @param mark stands for all up to here. Nobody else has it, so whoever names it continues this very text; and it holds
 *     on to nothing, so that what is remembered of a long conversation does not keep its pieces in memory.
 */
record Stretch(Object before, int[] gap, long[] hashes, Object mark) {

    /** Two objects, two array headers, the mark. */
    private static final int FIXED_BYTES = 96;

    /** The start of a chain of blocks of this size, in the namespace that has this root. */
    record Beginning(long root, int blockSize) {}

    int bytes() {
        return FIXED_BYTES + Integer.BYTES * gap.length + Long.BYTES * hashes.length;
    }
}

package dev.warmpath.scorer.index;

/**
 * What one rank's part of the index says about itself, for metrics and the admin API. Each number is current; together
 * they are exact when the stream is quiet.
 *
 * @param deviceBlocks blocks held on the GPU; likewise {@code hostBlocks} and {@code diskBlocks}
 * @param learnedBlocks blocks that answers proved and no event announced
 * @param blockSize tokens per block, 0 while unknown or while configuration and events disagree
 * @param orphansWaiting blocks that wait for a parent which no event has announced
 * @param orphans blocks that ever had to wait
 * @param orphansDropped of those, how many were dropped to make room for younger ones
 * @param refused blocks that the budget refused ({@code index.max_blocks_per_rank}, {@code index.max_blocks_total})
 * @param unknownPlaceholders blocks that were announced for another tier without tokens, and that nobody had announced
 *     before
 * @param unknownRemovals blocks that were removed from where nobody had stored them
 * @param wrongBlockSize blocks of events whose block size is not the rank's
 * @param malformed blocks of events that contradict themselves, or that name more KV-cache groups than are tracked
 * @param adaptersByNumber blocks of adapters that events name by number only, so that no request matches them
 * @param extraKeyed blocks whose hash an image or other content beside the tokens went into; never credited to text
 * @param bytes heap that this rank's own tables take, the shared ones not counted
 */
public record RankIndexStatus(
        long deviceBlocks,
        long hostBlocks,
        long diskBlocks,
        long learnedBlocks,
        int blockSize,
        BlockSizeState blockSizeState,
        long orphansWaiting,
        long orphans,
        long orphansDropped,
        long refused,
        long unknownPlaceholders,
        long unknownRemovals,
        long wrongBlockSize,
        long malformed,
        long adaptersByNumber,
        long extraKeyed,
        long bytes) {}

/**
 * The prefix index: for a chain of block hashes, how long is the match on every target, in one walk. Written by stream
 * threads through {@link dev.warmpath.scorer.index.RankIndex}, read by event loops without waiting. May depend on
 * hashing and on the words of events; knows nothing of load, cost, sockets or HTTP.
 *
 * <p>Three layers, each hidden from those above but for its door: shared tables ({@code SlotGroup}, {@code GroupWalk}, {@code LookAhead},
 * {@code SlotTable}, {@code SlotShard}), one rank's books ({@code RankView}, {@code RankBlocks}, {@code EngineBlocks}, {@code Holes}, {@code OrphanBuffer}, {@code LearnedBlocks}),
 * and the doors ({@link dev.warmpath.scorer.index.PrefixIndex}, {@link dev.warmpath.scorer.index.RankIndex},
 * {@link dev.warmpath.scorer.index.Matches}). One package, so that only the doors are public.
 */
@NullMarked
package dev.warmpath.scorer.index;

import org.jspecify.annotations.NullMarked;

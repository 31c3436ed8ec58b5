/**
 * Chains of block hashes as a tree of runs: what they have in common costs one step per run instead of one per block.
 * Used by the index for blocks that are expected, and by load for blocks that running requests share. Depends on nothing.
 */
@NullMarked
package dev.warmpath.scorer.chain;

import org.jspecify.annotations.NullMarked;

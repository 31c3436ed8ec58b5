/**
 * The prefix index: for a chain of block hashes, how long is the match on every target, in one walk. Written by stream
 * threads through {@link dev.warmpath.scorer.index.RankIndex}, read by event loops without waiting.
 */
@NullMarked
package dev.warmpath.scorer.index;

import org.jspecify.annotations.NullMarked;

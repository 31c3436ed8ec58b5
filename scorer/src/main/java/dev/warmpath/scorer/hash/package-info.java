/**
 * The router's own identity of a block: chained XXH3-64 over token ids, rooted in a cache namespace. Used on both
 * sides, for blocks that events announce and for prompts that requests bring.
 */
@NullMarked
package dev.warmpath.scorer.hash;

import org.jspecify.annotations.NullMarked;

/**
 * What {@code warmpath bench index} does: request traces through simulated ranks' caches, and what those announce through
 * the decoder into the index, while others look prompts up. Called by the command; depends on the decoder and the index, on
 * no socket and no router.
 */
@NullMarked
package dev.warmpath.it.bench.index;

import org.jspecify.annotations.NullMarked;

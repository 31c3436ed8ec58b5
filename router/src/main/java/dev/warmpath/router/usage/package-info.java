/**
 * Reads, out of an answer that goes by, what the engine says of its prompt cache. Called by the legs; depends on nothing
 * of the router.
 */
@NullMarked
package dev.warmpath.router.usage;

import org.jspecify.annotations.NullMarked;

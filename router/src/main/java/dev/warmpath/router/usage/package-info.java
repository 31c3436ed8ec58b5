/**
 * Reads, out of an answer that goes by, what the engine says of its prompt cache; and asks it to say so, leaving no trace
 * of that for the client. Called by the protocols and the legs; depends on bodies only.
 */
@NullMarked
package dev.warmpath.router.usage;

import org.jspecify.annotations.NullMarked;

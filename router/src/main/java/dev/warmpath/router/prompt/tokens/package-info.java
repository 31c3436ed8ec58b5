/**
 * Text to token ids as an engine's tokenizer makes them: the native library, what a model's {@code tokenizer.json} says
 * about where a text may be cut, and the cache of cut pieces with the block hashes that end in them. Called by {@code
 * prompt}; knows nothing of requests.
 */
@NullMarked
package dev.warmpath.router.prompt.tokens;

import org.jspecify.annotations.NullMarked;

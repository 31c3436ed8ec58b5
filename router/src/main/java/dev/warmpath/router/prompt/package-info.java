/**
 * Prompts to tokens to block hashes, off the event loop, once per request. What cannot be turned into the engine's
 * tokens is routed by load with a reason; never an error to the client, never a wrong hash.
 */
@NullMarked
package dev.warmpath.router.prompt;

import org.jspecify.annotations.NullMarked;

/**
 * Prompts to tokens to block hashes, once per request and off the event loop unless they are tiny. What cannot be turned
 * into the engine's tokens is routed by load with a reason; never an error to the client, never a wrong hash.
 *
 * <p>The way of a prompt: {@code PromptPipeline} (clock, outcome), {@code threads} (queue, threads), {@code model} (which way for which model),
 * {@code chat} (messages to text), {@code tokens} (text to ids). Called by the HTTP front and by explain; depends on
 * {@code body} and {@code template}.
 */
@NullMarked
package dev.warmpath.router.prompt;

import org.jspecify.annotations.NullMarked;

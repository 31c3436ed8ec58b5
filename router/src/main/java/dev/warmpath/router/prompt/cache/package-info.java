/**
 * What is kept of earlier prompts, whatever it is, within one budget of bytes. Called by {@code prompt.chat} for messages
 * that were read and by {@code prompt.tokens} for pieces of text; knows nothing of either.
 */
@NullMarked
package dev.warmpath.router.prompt.cache;

import org.jspecify.annotations.NullMarked;

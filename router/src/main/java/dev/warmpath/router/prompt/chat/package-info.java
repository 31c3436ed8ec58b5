/**
 * Chats to the text that an engine makes of them: what each engine does to messages and tools before it hands them to
 * the model's template, and what it hands over besides; and the messages of earlier turns, which are not read again.
 * Called by {@code prompt}; depends on {@code template} for the rendering, on {@code body} for the request and on {@code
 * prompt.tokens} for the text that it makes.
 */
@NullMarked
package dev.warmpath.router.prompt.chat;

import org.jspecify.annotations.NullMarked;

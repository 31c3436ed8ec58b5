/**
 * Chats to the text that an engine makes of them: what each engine does to messages and tools before it hands them to
 * the model's template, and what it hands over besides. Called by {@code prompt}; depends on {@code template} for the
 * rendering and on {@code body} for the request.
 */
@NullMarked
package dev.warmpath.router.prompt.chat;

import org.jspecify.annotations.NullMarked;

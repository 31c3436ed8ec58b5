/**
 * Conversations of other shapes than OpenAI's chats, as the chat that an engine makes of them before it renders it. Called
 * by {@code prompt.model}; depends on bodies and on the words of {@code prompt.chat}.
 */
@NullMarked
package dev.warmpath.router.prompt.form;

import org.jspecify.annotations.NullMarked;

package dev.warmpath.router.prompt.model;

import org.jspecify.annotations.Nullable;

/**
 * One prompt's tokens.
 *
 * @param ids the token ids; shared, do not write to them
 * @param text what was tokenized, a chat as its template rendered it; null where the client sent ids or a worker was
 *     asked. Special tokens that a tokenizer puts around a plain prompt are not part of it.
 */
public record PromptTokens(int[] ids, @Nullable String text) {}

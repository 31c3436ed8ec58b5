package dev.warmpath.router.prompt.model;

import dev.warmpath.router.prompt.tokens.PromptText;
import dev.warmpath.scorer.hash.ChainSource;
import org.jspecify.annotations.Nullable;

/**
 * One prompt's tokens.
 *
 * @param ids the token ids; shared, do not write to them
 * @param text what was tokenized, a chat as its template rendered it; null where the client sent ids or a worker was
 *     asked. Special tokens that a tokenizer puts around a plain prompt are not part of it.
 * @param chains what knows the block hashes of earlier turns, or null
 * @param matchable how many of them are the engine's for sure
 * @param content keys of the images, sounds and files of a prompt of which these are the tokens before the first of them;
 *     null where they are all there are
 */
public record PromptTokens(
        int[] ids, @Nullable PromptText text, @Nullable ChainSource chains, int matchable, long @Nullable [] content) {

    /** All tokens of a prompt of text. */
    public PromptTokens(int[] ids, @Nullable PromptText text, @Nullable ChainSource chains) {
        this(ids, text, chains, ids.length, null);
    }

    /** Tokens of which nothing is known. */
    public PromptTokens(int[] ids, @Nullable PromptText text) {
        this(ids, text, null);
    }
}

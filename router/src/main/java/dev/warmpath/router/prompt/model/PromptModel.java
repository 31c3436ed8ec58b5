package dev.warmpath.router.prompt.model;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.GenerationRequest;
import java.util.concurrent.CompletableFuture;

/** How one model's prompts become token ids. Safe for any number of threads. */
public interface PromptModel extends AutoCloseable {

    /**
     * Tokens of a text prompt, or of the first one of a batch.
     *
     * @param wanted asked now and then: when they are abandoned, the work stops with a {@link
     *     java.util.concurrent.CancellationException}
     * @return the tokens now or later; a failure is one of the worker that was asked
     * @throws Unhashable there will be no tokens
     * @throws dev.warmpath.router.prompt.tokens.TooMuchText more text is to be tokenized than is allowed
     */
    CompletableFuture<PromptTokens> tokens(GenerationRequest request, Engine engine, TokensWanted wanted)
            throws Unhashable;

    /** Whether {@link #tokens} is so little work, whatever it is asked, that no other thread is needed for it. */
    default boolean isImmediate() {
        return false;
    }

    /** Whether its work is done by the thread that asks, which may be told to do a little of it and no more. */
    default boolean worksHere() {
        return false;
    }

    /** Whether it makes tokens of new text that is ASCII by its words, most of which it knows. */
    default boolean knowsWords() {
        return false;
    }

    /** What has become of its tokenizer. */
    ModelState state();

    @Override
    void close();
}

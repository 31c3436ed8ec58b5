package dev.warmpath.router.prompt;

import dev.warmpath.config.settings.Engine;
import dev.warmpath.router.body.GenerationRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** How one model's text prompts become token ids. Safe for any number of threads. */
interface PromptModel extends AutoCloseable {

    /**
     * Token ids of the request's prompt, or of the first one of a batch; the prompt is text.
     *
     * @param abandoned asked now and then: true stops the work with a {@link
     *     java.util.concurrent.CancellationException}
     * @return the ids now or later; a failure counts as one of the worker that was asked
     */
    CompletableFuture<int[]> tokens(GenerationRequest request, Engine engine, BooleanSupplier abandoned)
            throws Unhashable;

    @Override
    void close();
}

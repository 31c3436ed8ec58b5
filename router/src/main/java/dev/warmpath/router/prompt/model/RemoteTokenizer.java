package dev.warmpath.router.prompt.model;

import dev.warmpath.router.body.GenerationRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Asks a worker's own {@code /tokenize} for a prompt's token ids. Implemented where HTTP clients live; used for models
 * whose settings say so.
 */
@FunctionalInterface
public interface RemoteTokenizer {

    /** An answer that is here and has not been read: megabytes of text, so a pipeline thread reads it. */
    @FunctionalInterface
    interface Answer {

        /**
         * The token ids in it.
         *
         * @throws IOException it is not what it should be
         */
        int[] ids() throws IOException;
    }

    /**
     * Asks for the request's prompt, or for the first one of a batch. Called on a pipeline thread; must not block it.
     * The future may complete on any thread, and fail in any way: that makes an unhashed prompt. Whoever implements this
     * bounds its own time; the pipeline stops waiting after its own.
     */
    CompletableFuture<Answer> tokenize(GenerationRequest request);
}

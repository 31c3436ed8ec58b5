package dev.warmpath.router.prompt.model;

import dev.warmpath.router.body.GenerationRequest;
import java.util.concurrent.CompletableFuture;

/**
 * Asks a worker's own {@code /tokenize} for a prompt's token ids. Implemented where HTTP clients live; used for models
 * whose settings say so.
 */
@FunctionalInterface
public interface RemoteTokenizer {

    /**
     * The ids of the request's prompt, or of the first one of a batch. Called on a pipeline thread; must not block it.
     * The future may fail in any way: that makes an unhashed prompt. Whoever implements this bounds its own time; the
     * pipeline stops waiting after its own.
     */
    CompletableFuture<int[]> tokenize(GenerationRequest request);
}

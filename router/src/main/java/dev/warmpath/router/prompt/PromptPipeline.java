package dev.warmpath.router.prompt;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Renders, tokenizes and hashes prompts on its own few threads, with a bounded queue. */
public final class PromptPipeline implements AutoCloseable {

    /** Loads every model's tokenizer and template; a model that fails to load says so in {@link #loadErrors}. */
    public PromptPipeline(PromptSettings settings, List<ModelSettings> models) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Never fails: what goes wrong is an unhashed prompt with its reason. Completes on a pipeline thread, or at once on
     * the caller's for token-id prompts that need no work.
     *
     * @param blockSizes sizes whose hash chains the caller will need
     */
    public CompletableFuture<HashedPrompt> hash(GenerationRequest request, int[] blockSizes) {
        throw new UnsupportedOperationException("not yet");
    }

    /** One line per model that could not be loaded, naming model, file and cause. */
    public List<String> loadErrors() {
        return List.of();
    }

    @Override
    public void close() {}
}

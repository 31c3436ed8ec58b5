package dev.warmpath.router.prompt.model;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.concurrent.CompletableFuture;

/** A model without a tokenizer: its text prompts are routed by load. */
final class BareModel implements PromptModel {

    @Override
    public CompletableFuture<PromptTokens> tokens(GenerationRequest request, Engine engine, TokensWanted wanted)
            throws Unhashable {
        throw new Unhashable(UnhashedReason.NO_TOKENIZER, "the model has no tokenizer");
    }

    @Override
    public boolean isImmediate() {
        return true;
    }

    @Override
    public ModelState state() {
        return ModelState.NONE;
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}

package dev.warmpath.router.prompt;

import dev.warmpath.config.settings.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.router.body.FirstPrompt;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.prompt.model.PromptFields;
import dev.warmpath.router.prompt.model.PromptModel;
import dev.warmpath.router.prompt.model.RequestNamespace;
import dev.warmpath.router.prompt.model.Unhashable;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request's prompt on its way to hashes. Its result completes whatever happens. */
final class PromptTask implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(PromptTask.class);

    private final PromptModel model;
    private final GenerationRequest request;
    private final Engine engine;
    private final int[] blockSizes;
    private final PromptCounters counters;
    private final CompletableFuture<HashedPrompt> result = new CompletableFuture<>();

    PromptTask(PromptModel model, GenerationRequest request, Engine engine, int[] blockSizes, PromptCounters counters) {
        this.model = model;
        this.request = request;
        this.engine = engine;
        this.blockSizes = blockSizes;
        this.counters = counters;
    }

    CompletableFuture<HashedPrompt> result() {
        return result;
    }

    void refuse(UnhashedReason reason) {
        result.complete(HashedPrompt.unhashed(reason));
    }

    @Override
    public void run() {
        if (result.isDone()) {
            return;
        }
        try {
            PromptFields.requireSupported(request);
            CacheNamespace namespace = RequestNamespace.of(request.body());
            if (request.firstPrompt() instanceof FirstPrompt.Tokens prompt) {
                complete(prompt.ids(), namespace);
            } else {
                var unused = model.tokens(request, engine, result::isDone).whenComplete((ids, failure) -> {
                    if (ids == null) {
                        refuse(reasonOf(failure));
                    } else {
                        complete(ids, namespace);
                    }
                });
            }
        } catch (Unhashable e) {
            LOG.atDebug().addKeyValue("reason", e.reason().key()).log(e.getMessage());
            refuse(e.reason());
        } catch (CancellationException e) {
            // Whoever completed the result does not wait for the tokens.
        } catch (RuntimeException | StackOverflowError e) {
            counters.broke(e);
            refuse(UnhashedReason.TOKENIZER_FAILED);
        }
    }

    private void complete(int[] ids, CacheNamespace namespace) {
        try {
            HashedPrompt prompt = HashedPrompt.of(ids, ids.length, ids.length, namespace);
            for (int size : blockSizes) {
                prompt.chain(size);
            }
            result.complete(prompt);
        } catch (RuntimeException e) {
            counters.broke(e);
            refuse(UnhashedReason.TOKENIZER_FAILED);
        }
    }

    private static UnhashedReason reasonOf(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof RejectedExecutionException
                ? UnhashedReason.TOKENIZER_BUSY
                : UnhashedReason.REMOTE_FAILED;
    }
}

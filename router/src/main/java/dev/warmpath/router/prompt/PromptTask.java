package dev.warmpath.router.prompt;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.router.body.FirstPrompt;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.prompt.model.PromptFields;
import dev.warmpath.router.prompt.model.PromptModel;
import dev.warmpath.router.prompt.model.PromptTokens;
import dev.warmpath.router.prompt.model.RequestNamespace;
import dev.warmpath.router.prompt.model.TokensWanted;
import dev.warmpath.router.prompt.model.Unhashable;
import dev.warmpath.router.prompt.threads.Overflow;
import dev.warmpath.router.prompt.threads.PromptSize;
import dev.warmpath.router.prompt.threads.PromptThreads;
import dev.warmpath.router.prompt.tokens.TooMuchText;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request's prompt on its way to tokens and what is made of them. Its result completes whatever happens. */
final class PromptTask<T> implements TokensWanted {

    private static final Logger LOG = LoggerFactory.getLogger(PromptTask.class);

    private final PromptModel model;
    private final GenerationRequest request;
    private final Engine engine;
    private final PromptUse<T> use;
    private final PromptSize size;
    private final PromptThreads threads;
    private final PromptCounters counters;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    /** How much new text may still be tokenized by the thread that is at it. */
    private int charsLeft = Integer.MAX_VALUE;

    private boolean briefly;
    private boolean tooMuch;

    PromptTask(
            PromptModel model,
            GenerationRequest request,
            Engine engine,
            PromptUse<T> use,
            PromptSize size,
            PromptThreads threads,
            PromptCounters counters) {
        this.model = model;
        this.request = request;
        this.engine = engine;
        this.use = use;
        this.size = size;
        this.threads = threads;
        this.counters = counters;
    }

    CompletableFuture<T> result() {
        return result;
    }

    private void refuse(UnhashedReason reason, String detail) {
        result.complete(use.without(reason, detail));
    }

    /** Whether its model does it at once. */
    boolean isImmediate() {
        return model.isImmediate();
    }

    /** Does the work on the caller's thread, which is for work that is next to none. */
    void runHere() {
        counters.timed(this::run).run();
    }

    /** Whether {@link #tryHere} makes sense: its model's work is this thread's to do. */
    boolean worksHere() {
        return model.worksHere();
    }

    /** Whether new text is little work for its model, as long as it is ASCII. */
    boolean knowsWords() {
        return model.knowsWords();
    }

    /**
     * Does the work on the caller's thread, if no more text than this has to be tokenized.
     *
     * @return false when there is more: nothing has come of it, and it can be done elsewhere
     */
    boolean tryHere(int mostNewChars) {
        charsLeft = mostNewChars;
        briefly = true;
        runHere();
        briefly = false;
        charsLeft = Integer.MAX_VALUE;
        if (tooMuch) {
            counters.gaveUpAtOnce();
        }
        return !tooMuch;
    }

    /** Does the work on one of the threads, and gives up when it has no result by then. */
    void runOnThread(Duration limit) {
        Overflow overflow = offer(this::run);
        if (overflow != null) {
            refuse(UnhashedReason.TOKENIZER_BUSY, noRoom(overflow));
            return;
        }
        T timedOut = use.without(UnhashedReason.TOKENIZER_TIMEOUT, "no tokens within prompt.timeout");
        result.completeOnTimeout(timedOut, limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void onThread(Runnable work) {
        Overflow overflow = offer(work);
        if (overflow != null) {
            throw new RejectedExecutionException(noRoom(overflow));
        }
    }

    private @Nullable Overflow offer(Runnable work) {
        return threads.offer(size, counters.timed(work), result);
    }

    private String noRoom(Overflow overflow) {
        return "too many prompts wait for a thread (" + size.key() + ", " + overflow.key() + ")";
    }

    @Override
    public boolean abandoned() {
        return result.isDone();
    }

    @Override
    public boolean allows(int chars) {
        charsLeft -= chars;
        return charsLeft >= 0;
    }

    @Override
    public boolean briefly() {
        return briefly;
    }

    private void run() {
        if (result.isDone()) {
            return;
        }
        try {
            PromptFields.requireSupported(request);
            CacheNamespace namespace = RequestNamespace.of(request);
            if (request.firstPrompt() instanceof FirstPrompt.Tokens prompt) {
                complete(new PromptTokens(prompt.ids(), null), namespace);
            } else {
                var unused = model.tokens(request, engine, this).whenComplete((tokens, failure) -> {
                    if (tokens == null) {
                        refuse(reasonOf(failure), "the worker's /tokenize gave no tokens");
                    } else {
                        complete(tokens, namespace);
                    }
                });
            }
        } catch (Unhashable e) {
            LOG.atDebug().addKeyValue("reason", e.reason().key()).log(e.getMessage());
            result.complete(use.without(e.reason(), String.valueOf(e.getMessage()), e.content()));
        } catch (TooMuchText e) {
            tooMuch = true;
        } catch (CancellationException e) {
            // Whoever completed the result does not wait for the tokens.
        } catch (RuntimeException | StackOverflowError e) {
            broke(e);
        }
    }

    private void complete(PromptTokens tokens, CacheNamespace namespace) {
        try {
            result.complete(use.of(tokens, namespace));
        } catch (RuntimeException e) {
            broke(e);
        }
    }

    private void broke(Throwable fault) {
        counters.broke(fault);
        // Only the log has the fault's own message: it may hold what a client wrote.
        refuse(
                UnhashedReason.TOKENIZER_FAILED,
                "a fault of the router's own, " + fault.getClass().getSimpleName());
    }

    private static UnhashedReason reasonOf(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof RejectedExecutionException
                ? UnhashedReason.TOKENIZER_BUSY
                : UnhashedReason.REMOTE_FAILED;
    }
}

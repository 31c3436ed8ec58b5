package dev.warmpath.router.prompt;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.KnownObjects;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.prompt.cache.PromptCache;
import dev.warmpath.router.prompt.chat.MessageCache;
import dev.warmpath.router.prompt.model.ModelState;
import dev.warmpath.router.prompt.model.PromptModels;
import dev.warmpath.router.prompt.model.RemoteTokenizer;
import dev.warmpath.router.prompt.threads.PromptSize;
import dev.warmpath.router.prompt.threads.PromptThreads;
import dev.warmpath.router.prompt.tokens.NativeMemory;
import dev.warmpath.router.prompt.tokens.SegmentCache;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Renders, tokenizes and hashes prompts on its own few threads, with a bounded queue. What is so little work that it
 * would wait longer for a thread than it takes, the caller's thread does at once: token ids, and small requests most of
 * whose text is known.
 *
 * <p>Whatever goes wrong makes an unhashed prompt with a reason: the request is then routed by load. Work for a future
 * that is complete already, by timeout or because its client has left and someone cancelled it, leaves the queue.
 */
public final class PromptPipeline implements AutoCloseable {

    /** Token ids of a body up to this size are read at once: 40,000 of them in well under a millisecond. */
    private static final int AT_ONCE_BYTES = 256 << 10;

    /**
     * New text that may be tokenized at once. The native library takes 0.4 microseconds for a character, so this is some
     * 100 microseconds, the time that it takes to wake a thread for it and to be woken by it.
     */
    static final int AT_ONCE_CHARS = 256;

    /**
     * Text of an earlier turn takes so many times less than new text, even of known words: 100 microseconds for 400 KB where
     * messages are of a thousand bytes, and some three times as much where they are as short as those that are kept may be.
     */
    static final int KNOWN_PER_NEW = 48;

    /** Text of an earlier turn that is gone over on an event loop, whatever is configured: a quarter of a millisecond. */
    private static final int MOST_KNOWN_BYTES = 1 << 20;

    private final PromptSettings settings;
    private final SegmentCache pieces;
    private final PromptCache cache;
    private final MessageCache messages;
    private final NativeMemory memory;
    private final PromptModels models;
    private final PromptCounters counters = new PromptCounters();
    private final PromptThreads threads;

    /** Loads every model's tokenizer and template; a model that fails to load says so in {@link #loadErrors}. */
    public PromptPipeline(PromptSettings settings, List<ModelSettings> models) {
        this(settings, models, null);
    }

    /**
     * The same, with a way to ask workers for tokens.
     *
     * @param remote used for models whose settings say so; without it their prompts stay unhashed
     */
    public PromptPipeline(PromptSettings settings, List<ModelSettings> models, @Nullable RemoteTokenizer remote) {
        this.settings = settings;
        this.cache =
                PromptCache.within(settings.cacheBytes(), Runtime.getRuntime().maxMemory());
        this.pieces = new SegmentCache(cache);
        this.messages = new MessageCache(cache);
        this.memory = NativeMemory.of(settings.nativeMemoryBytes());
        int count = PromptThreads.count(settings.threads(), Runtime.getRuntime().availableProcessors());
        this.threads = new PromptThreads(count, settings.queue(), counters::broke);
        this.models = new PromptModels(settings, models, pieces, messages, memory, remote);
    }

    /** What bodies may be read with, so that messages which earlier ones had are not gone over again. */
    public KnownObjects knownMessages() {
        return messages;
    }

    /**
     * Never fails: what goes wrong is an unhashed prompt with its reason. Completes on a pipeline thread, or at once on
     * the caller's for what is little work, or on a timer's thread when time is up. Cancel it when nobody
     * needs it any more. Counted in {@link #stats} by its outcome.
     *
     * @param blockSizes sizes whose hash chains the caller will need
     * @param engine what the model's workers run: engines prepare chats differently before the template sees them
     */
    public CompletableFuture<HashedPrompt> hash(GenerationRequest request, int[] blockSizes, Engine engine) {
        PromptTask<HashedPrompt> task = task(request, engine, new PromptUse.Hashing(blockSizes));
        // Counted once, whoever completes it: the work, the timer, or nobody in the queue.
        var unused = task.result().thenAccept(prompt -> {
            counters.count(prompt);
            // A request is there for as long as its answer: it must not keep what the cache has given up.
            request.body().forgetKnown();
        });
        start(task, request);
        return task.result();
    }

    /** For a request that has no prompt to be matched: routed by load, as it is meant to be. Counted. */
    public HashedPrompt none() {
        HashedPrompt none = HashedPrompt.unhashed(UnhashedReason.NO_PROMPT);
        counters.count(none);
        return none;
    }

    /** The same for a request that will not be served: an operator asks what would become of it. Not counted. */
    public CompletableFuture<HashedPrompt> preview(GenerationRequest request, int[] blockSizes, Engine engine) {
        return started(task(request, engine, new PromptUse.Hashing(blockSizes)), request);
    }

    /** The tokens that {@link #hash} would hash, for someone who compares them with an engine's. Not counted. */
    public CompletableFuture<PromptReading> read(GenerationRequest request, Engine engine) {
        return started(task(request, engine, new PromptUse.Reading()), request);
    }

    private <T> CompletableFuture<T> started(PromptTask<T> task, GenerationRequest request) {
        start(task, request);
        return task.result();
    }

    private <T> PromptTask<T> task(GenerationRequest request, Engine engine, PromptUse<T> use) {
        PromptSize size = PromptSize.of(request.body().bytes().length, settings.longPromptBytes());
        return new PromptTask<>(models.get(request.model()), request, engine, use, size, threads, counters);
    }

    private void start(PromptTask<?> task, GenerationRequest request) {
        if (task.isImmediate() || (request.body().bytes().length <= AT_ONCE_BYTES && request.firstPromptIsTokens())) {
            task.runHere();
        } else if (!isSmall(task, request) || !task.tryHere(AT_ONCE_CHARS)) {
            task.runOnThread(settings.timeout());
        }
    }

    /** Whether all of it is little work, provided that little of its text is new. */
    private boolean isSmall(PromptTask<?> task, GenerationRequest request) {
        int bytes = request.body().bytes().length;
        return task.worksHere() && (bytes <= settings.atOnceBytes() || isMostlyKnown(task, request, bytes));
    }

    /** The same of a conversation's next turn. What of it is new must not turn out to be too much after all else is done. */
    private boolean isMostlyKnown(PromptTask<?> task, GenerationRequest request, int bytes) {
        // Other endpoints' messages are made into those of a chat first, all of them.
        if (request.endpoint().prompt() != Endpoint.Prompt.CHAT || !task.knowsWords()) {
            return false;
        }
        int known = request.body().knownBytes();
        return known > 0
                && known <= MOST_KNOWN_BYTES
                && bytes - known + known / KNOWN_PER_NEW <= settings.atOnceBytes()
                && request.body().newObjectsAreAscii();
    }

    /** What has become of each configured model's tokenizer, by the model's name. */
    public Map<String, ModelState> models() {
        return models.states();
    }

    /** One line per model that could not be loaded, naming model, file and cause. */
    public List<String> loadErrors() {
        return models.loadErrors();
    }

    /** What has been done so far. */
    public PromptStats stats() {
        return counters.stats(threads.stats(), cache, pieces, messages, memory);
    }

    @Override
    public void close() {
        threads.close();
        models.close();
    }
}

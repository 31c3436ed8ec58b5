package dev.warmpath.it.bench.tokenize;

import com.sun.management.ThreadMXBean;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.prompt.cache.PromptCache;
import dev.warmpath.router.prompt.chat.ChatRenderer;
import dev.warmpath.router.prompt.chat.MessageCache;
import dev.warmpath.router.prompt.chat.UnsupportedChat;
import dev.warmpath.router.prompt.tokens.EncodedText;
import dev.warmpath.router.prompt.tokens.PromptText;
import dev.warmpath.router.prompt.tokens.SegmentCache;
import dev.warmpath.router.prompt.tokens.TextTokenizer;
import dev.warmpath.router.prompt.tokens.TextTooLarge;
import dev.warmpath.router.prompt.tokens.UnencodableText;
import dev.warmpath.router.template.TemplateException;
import dev.warmpath.router.template.TemplateLimits;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** The pipeline's work on one request, done by its parts on the caller's thread, each with its own time. */
final class TurnParts implements AutoCloseable {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * What one request took.
     *
     * @param tokens of the prompt
     * @param parseNanos checking the body and finding its members: on an event loop
     * @param renderNanos reading the messages and rendering the template
     * @param encodeNanos text to token ids
     * @param hashNanos token ids to the chain of block hashes
     * @param bytes allocated by all of it
     */
    record Cost(int tokens, long parseNanos, long renderNanos, long encodeNanos, long hashNanos, long bytes) {}

    private final MessageCache messages;
    private final SegmentCache cache;
    private final TextTokenizer tokenizer;
    private final ChatRenderer chats;
    private final int blockSize;

    TurnParts(Path model, PromptSettings settings, int blockSize) throws IOException, TemplateException {
        PromptCache shared = new PromptCache(settings.cacheBytes());
        this.messages = new MessageCache(shared);
        this.cache = new SegmentCache(shared);
        this.chats = ChatRenderer.load(model, TemplateLimits.of(settings), messages, messages.newModel());
        this.tokenizer = TextTokenizer.load(model, cache);
        this.blockSize = blockSize;
    }

    Cost run(byte[] body) throws BadRequest, TemplateException, UnsupportedChat, UnencodableText, TextTooLarge {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        GenerationRequest request = GenerationRequest.read(Endpoint.CHAT_COMPLETIONS, JsonBody.parse(body, messages));
        long parsed = System.nanoTime();
        PromptText text = chats.render(request.body(), Engine.VLLM).prompt();
        long rendered = System.nanoTime();
        EncodedText tokens = tokenizer.encodeText(text, false, () -> false);
        int[] ids = tokens.ids();
        long encoded = System.nanoTime();
        HashedPrompt prompt = HashedPrompt.of(ids, ids.length, ids.length, CacheNamespace.PLAIN);
        prompt.chain(blockSize, tokens);
        long hashed = System.nanoTime();
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        return new Cost(
                prompt.tokens(), parsed - start, rendered - parsed, encoded - rendered, hashed - encoded, bytes);
    }

    /** Bytes that the cache of text says it holds. */
    long cacheBytes() {
        return cache.bytes();
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}

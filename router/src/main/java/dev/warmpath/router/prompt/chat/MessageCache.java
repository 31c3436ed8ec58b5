package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.prompt.cache.PromptCache;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Messages of earlier chats as templates see them, in the cache that all models share: a conversation's next turn sends all
 * that was said before once more, byte for byte. Found by those bytes and nothing less, since what is found takes their
 * place.
 */
public final class MessageCache {

    private final PromptCache cache;
    private final AtomicLong models = new AtomicLong();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /** Messages in this cache. */
    public MessageCache(PromptCache cache) {
        this.cache = cache;
    }

    /** A number for a model: to each its templates show other things of a message. */
    public long newModel() {
        return models.incrementAndGet();
    }

    @Nullable
    ReadMessage find(MessageKey key) {
        ReadMessage known = (ReadMessage) cache.find(key);
        (known == null ? misses : hits).increment();
        return known;
    }

    void keep(ReadMessage message) {
        cache.keep(message);
    }

    /** Messages that were there when asked for, since the start. */
    public long hits() {
        return hits.sum();
    }

    /** Messages that had to be read and were long enough to be kept, since the start. */
    public long misses() {
        return misses.sum();
    }
}

package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.body.JsonObjects;
import dev.warmpath.router.body.KnownObjects;
import dev.warmpath.router.prompt.cache.PromptCache;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Messages of earlier chats as templates see them, in the cache that all models share: a conversation's next turn sends all
 * that was said before once more, byte for byte. Found by those bytes and nothing less, since what is found takes their
 * place. The check of a body, too, goes over them no more.
 */
public final class MessageCache implements KnownObjects {

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

    @Override
    public @Nullable Known following(Known before, byte[] in, int start, int end) {
        int length = before instanceof KeptMessage message ? message.nextLength() : 0;
        // A cheap look first: most that are not the same are longer or shorter.
        return length > 0 && length <= end - start && in[start + length - 1] == '}'
                ? find(in, start, start + length)
                : null;
    }

    @Override
    public @Nullable Known find(byte[] in, int start, int end) {
        KeptMessage known = (KeptMessage) cache.find(new MessageKey(in, start, end));
        return known == null || !known.skippable() ? null : known;
    }

    /** The message of this number in a list; null when it is not kept. */
    @Nullable
    KeptMessage find(JsonObjects messages, int number) {
        // What another cache knows is nothing to this one.
        if (messages.known(number) instanceof KeptMessage known && known.cache() == this) {
            return known;
        }
        return (KeptMessage) cache.find(key(messages, number));
    }

    /** The same as a new one, which is kept when something was read of it. */
    KeptMessage create(JsonObjects messages, int number) {
        return new KeptMessage(
                this, key(messages, number).alone(), messages.cost(number), messages.mayBeSkipped(number));
    }

    private static MessageKey key(JsonObjects messages, int number) {
        return new MessageKey(messages.bytes(), messages.start(number), messages.end(number));
    }

    /** Counts one that was asked for. */
    void count(boolean known) {
        (known ? hits : misses).increment();
    }

    void keep(KeptMessage message) {
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

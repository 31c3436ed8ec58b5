package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.body.KnownObjects;
import dev.warmpath.router.prompt.cache.Remembered;
import dev.warmpath.router.recent.Newest;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a message that was checked, with what was read of it, and how long the message was that followed it. Safe
 * for any number of threads: what is remembered is replaced, never changed, and losing one of two that come at the same
 * time only costs reading again.
 */
final class KeptMessage implements Remembered, KnownObjects.Known {

    /** Key and its array's header, this object, the list, the cache's node and place in the table. */
    private static final int ENTRY_BYTES = 232;

    /** What is read of a message depends on model, engine and form of contents; few serve one conversation. */
    private static final int MOST_READERS = 4;

    private static final ReadMessage[] NOTHING = {};

    private final MessageCache cache;
    private final MessageKey key;
    private final long cost;
    private final boolean skippable;

    /** The latest first. */
    private volatile ReadMessage[] read = NOTHING;

    /** Bytes of the kept message behind it in the last chat; 0 when there was none. */
    private volatile int nextLength;

    /**
     * A message that nobody has read yet.
     *
     * @param cache that it is meant for
     * @param cost of the check, see {@link KnownObjects.Known#cost}
     * @param skippable whether a body's check may do without it
     */
    KeptMessage(MessageCache cache, MessageKey key, long cost, boolean skippable) {
        this.cache = cache;
        this.key = key;
        this.cost = cost;
        this.skippable = skippable;
    }

    MessageCache cache() {
        return cache;
    }

    boolean skippable() {
        return skippable;
    }

    @Override
    public int length() {
        return key.length();
    }

    @Override
    public long cost() {
        return cost;
    }

    int nextLength() {
        return nextLength;
    }

    /** Another message comes behind this one. */
    void follow(KeptMessage next) {
        if (nextLength != next.length()) {
            nextLength = next.length();
        }
    }

    /** What this reader made of it, or null. */
    @Nullable
    ReadMessage by(long reader) {
        for (ReadMessage message : read) {
            if (message.reader() == reader) {
                return message;
            }
        }
        return null;
    }

    void remember(ReadMessage message) {
        read = Newest.with(read, message, MOST_READERS);
    }

    /** To be called when more is remembered of it. */
    void keep() {
        cache.keep(this);
    }

    @Override
    public Object key() {
        return key;
    }

    @Override
    public long bytes() {
        long bytes = ENTRY_BYTES + (long) key.length();
        for (ReadMessage message : read) {
            bytes += message.bytes();
        }
        return bytes;
    }
}

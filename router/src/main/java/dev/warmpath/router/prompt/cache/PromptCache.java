package dev.warmpath.router.prompt.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/** What is kept of earlier prompts, of all models, within a budget of bytes. Safe for any number of threads. */
public final class PromptCache {

    /**
     * Its part of the heap that may be remembered. What bodies are made into may take half of the heap ({@code
     * BodyBudget}); the index, and what the process needs anyway, have to live beside both.
     */
    private static final int PART_OF_HEAP = 8;

    private final long most;
    private final Cache<Object, Remembered> cache;

    /**
     * A cache that the heap has room for.
     *
     * @param mostBytes that it holds, if the heap is large enough
     * @param heapBytes that there are at most
     */
    public static PromptCache within(long mostBytes, long heapBytes) {
        return new PromptCache(Math.min(mostBytes, heapBytes / PART_OF_HEAP));
    }

    /** A cache that holds at most so many bytes; 0 turns it off. */
    public PromptCache(long maxBytes) {
        this.most = maxBytes;
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((Object key, Remembered value) -> (int) Math.min(Integer.MAX_VALUE, value.bytes()))
                // Eviction is cheap and happens on the thread that stored or looked; the common pool is not ours to
                // fill.
                .executor(Runnable::run)
                .build();
    }

    /** What is kept under this key, or null. */
    public @Nullable Remembered find(Object key) {
        return cache.getIfPresent(key);
    }

    /** Keeps something; also to be called when it has grown, so that its weight is taken anew. */
    public void keep(Remembered value) {
        cache.put(value.key(), value);
    }

    /** Bytes that all of it may take. */
    public long most() {
        return most;
    }

    /** Bytes that all of it takes now. */
    public long bytes() {
        return cache.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }
}

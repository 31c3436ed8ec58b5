package dev.warmpath.router.prompt.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/** What is kept of earlier prompts, of all models, within a budget of bytes. Safe for any number of threads. */
public final class PromptCache {

    private final Cache<Object, Remembered> cache;

    /** A cache that holds at most so many bytes; 0 turns it off. */
    public PromptCache(long maxBytes) {
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

    /** Bytes that all of it takes now. */
    public long bytes() {
        return cache.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }
}

package dev.warmpath.events.kv;

import org.jspecify.annotations.Nullable;

/**
 * What separates caches of equal tokens: requests match only blocks of their own namespace.
 *
 * @param lora adapter name, or null for the base model
 * @param salt cache salt, or null for none
 */
public record CacheNamespace(
        @Nullable String lora, @Nullable String salt) {

    /** Base model, no salt. */
    public static final CacheNamespace PLAIN = new CacheNamespace(null, null);

    /** Salts are tenants' secrets: they never appear in text. */
    @Override
    public String toString() {
        return "CacheNamespace[lora=" + lora + ", salt=" + (salt == null ? "none" : "***") + "]";
    }
}

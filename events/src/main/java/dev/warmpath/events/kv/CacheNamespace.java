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

    /** Starts the names of adapters known by number; NUL is in no model name. */
    private static final String BY_NUMBER = "\0lora_id=";

    /** Name of an adapter that is told by its number only; one that no request can carry. */
    public static String adapterByNumber(String id) {
        return BY_NUMBER + id;
    }

    /** Whether the adapter is known by its number only, so that no request matches blocks of this namespace. */
    public boolean isByNumber() {
        return lora != null && lora.startsWith(BY_NUMBER);
    }

    /** Salts are tenants' secrets: they never appear in text. */
    @Override
    public String toString() {
        return "CacheNamespace[lora=" + lora + ", salt=" + (salt == null ? "none" : "***") + "]";
    }
}

package dev.warmpath.router.prompt.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.scorer.hash.UnhashedReason;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks a request may match: those of the adapter that it names in place of a model or as {@code lora_path}
 * (SGLang), under its {@code cache_salt} (both engines) and {@code extra_key} (SGLang). Of the last SGLang's events say
 * nothing, so such requests match only what their own answers have proved.
 */
public final class RequestNamespace {

    /** Joins salt and extra key into a salt that neither can be by itself. */
    private static final char BETWEEN = 0;

    private RequestNamespace() {}

    /**
     * The namespace of this request.
     *
     * @throws Unhashable one of the members is there and is not one string
     */
    public static CacheNamespace of(GenerationRequest request) throws Unhashable {
        JsonBody body = request.body();
        String salt = text(body, "cache_salt");
        String extra = text(body, "extra_key");
        String path = text(body, "lora_path");
        String lora = request.adapter() == null ? path : request.adapter();
        if (extra != null) {
            salt = (salt == null ? "" : salt) + BETWEEN + extra;
        }
        return salt == null && lora == null ? CacheNamespace.PLAIN : new CacheNamespace(lora, salt);
    }

    /** Engines take an empty string for none. A list, one for each prompt of a batch, is not taken apart here. */
    private static @Nullable String text(JsonBody body, String key) throws Unhashable {
        JsonNode node = body.hasValue(key) ? body.get(key) : null;
        if (node == null) {
            return null;
        }
        if (!node.isTextual()) {
            throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, key + " is not a string");
        }
        return node.textValue().isEmpty() ? null : node.textValue();
    }
}

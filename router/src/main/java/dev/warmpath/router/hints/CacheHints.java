package dev.warmpath.router.hints;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.body.JsonBody;
import java.util.Locale;

/**
 * How long a prompt is to be kept, from what clients of OpenAI and Anthropic write: {@code prompt_cache_retention},
 * {@code prompt_cache_key}, and {@code cache_control} anywhere inside the request. What is not understood says nothing; a hint
 * is never a reason to refuse a request.
 */
final class CacheHints {

    private static final String RETENTION = "prompt_cache_retention";
    private static final String KEY = "prompt_cache_key";

    private CacheHints() {}

    static Retention read(JsonBody body) {
        String said = body.shortText(RETENTION);
        Retention retention = said == null ? Retention.UNSAID : openAi(said);
        if (body.hasValue(KEY)) {
            retention = retention.and(Retention.SHORT);
        }
        for (JsonNode control : body.cacheControls()) {
            retention = retention.and(anthropic(control));
        }
        return retention;
    }

    private static Retention openAi(String said) {
        return switch (said.toLowerCase(Locale.ROOT)) {
            case "24h", "1h", "long" -> Retention.LONG;
            case "in_memory", "in-memory", "5m", "short" -> Retention.SHORT;
            case "none", "off", "disabled" -> Retention.OPT_OUT;
            default -> Retention.UNSAID;
        };
    }

    /** {@code {"type":"ephemeral","ttl":"1h"}}; without a {@code ttl} five minutes are meant. */
    private static Retention anthropic(JsonNode control) {
        if (!"ephemeral".equals(control.path("type").asText())) {
            return Retention.UNSAID;
        }
        return switch (control.path("ttl").asText("")) {
            case "1h", "1hr", "60m", "3600s" -> Retention.LONG;
            default -> Retention.SHORT;
        };
    }
}

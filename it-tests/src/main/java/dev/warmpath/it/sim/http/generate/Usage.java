package dev.warmpath.it.sim.http.generate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.Engine;
import dev.warmpath.it.sim.http.EngineProfile;
import java.util.List;

/** The {@code usage} of an answer. SGLang leaves the cached tokens out when there are none. */
final class Usage {

    private Usage() {}

    static ObjectNode of(
            ObjectMapper json, EngineProfile profile, int promptTokens, int samples, List<Choice> choices) {
        int generated = 0;
        int cached = 0;
        for (Choice choice : choices) {
            generated += choice.tokens();
            // All samples of a prompt read the same blocks: the first one speaks for the prompt.
            cached += choice.index() % samples == 0 ? choice.cachedTokens() : 0;
        }
        ObjectNode usage = json.createObjectNode()
                .put("prompt_tokens", promptTokens)
                .put("total_tokens", promptTokens + generated)
                .put("completion_tokens", generated);
        if (profile.reportCachedTokens() && (cached > 0 || profile.engine() == Engine.VLLM)) {
            usage.putObject("prompt_tokens_details").put("cached_tokens", cached);
        }
        return usage;
    }
}

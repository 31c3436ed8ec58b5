package dev.warmpath.it.sim.http;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.events.EventOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an engine says about itself.
 *
 * @param version of its release, as it tells it
 * @param model name of its model
 * @param adapters LoRA adapters it serves
 * @param contextTokens longest prompt plus answer
 * @param usualAnswerTokens length that answers have about
 * @param blockSize tokens per block
 * @param firstRank number of its first rank
 * @param ranks how many it has
 * @param reportCachedTokens whether usage tells how many tokens were cached
 * @param apiKey credential without which everything is refused, or null
 * @param bootstrapPort port of its bootstrap server, or null
 * @param events how it publishes events
 * @param eventPort port of its rank 0's publisher, 0 when it binds none
 * @param replayPort port of its rank 0's replay socket, 0 when it has none
 * @param loadPort port of its rank 0's load, 0 when it publishes none
 * @param maxBodyBytes largest request body
 */
public record EngineProfile(
        Engine engine,
        Role role,
        String version,
        String model,
        List<String> adapters,
        int contextTokens,
        int usualAnswerTokens,
        int blockSize,
        int firstRank,
        int ranks,
        boolean reportCachedTokens,
        @Nullable String apiKey,
        @Nullable Integer bootstrapPort,
        EventOptions events,
        int eventPort,
        int replayPort,
        int loadPort,
        int maxBodyBytes) {

    public EngineProfile {
        adapters = List.copyOf(adapters);
    }
}

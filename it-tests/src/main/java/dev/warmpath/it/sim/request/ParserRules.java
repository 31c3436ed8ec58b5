package dev.warmpath.it.sim.request;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import java.util.Set;

/**
 * What a request is checked against.
 *
 * @param model the model's name
 * @param adapters names under which LoRA adapters are asked for
 * @param contextTokens longest prompt plus answer
 * @param firstRank number of the first rank of this engine
 * @param ranks ranks it has
 */
public record ParserRules(
        Engine engine, Role role, String model, Set<String> adapters, int contextTokens, int firstRank, int ranks) {

    public ParserRules {
        adapters = Set.copyOf(adapters);
    }

    /** SGLang's workers in PD mode take no request without a room. */
    boolean needsRoom() {
        return engine == Engine.SGLANG && role != Role.MIXED;
    }
}

package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * Exactly what a rank holds at one moment: for each tier the blocks, in the router's own identity. A block that lies
 * twice in memory is listed once.
 */
public record CacheTruth(Map<Tier, Set<Long>> blocks) {

    public CacheTruth {
        Map<Tier, Set<Long>> copy = new EnumMap<>(Tier.class);
        for (Tier tier : Tier.values()) {
            copy.put(tier, Set.copyOf(blocks.getOrDefault(tier, Set.of())));
        }
        blocks = Map.copyOf(copy);
    }

    public Set<Long> device() {
        return in(Tier.DEVICE);
    }

    public Set<Long> host() {
        return in(Tier.HOST);
    }

    private Set<Long> in(Tier tier) {
        return blocks.getOrDefault(tier, Set.of());
    }
}

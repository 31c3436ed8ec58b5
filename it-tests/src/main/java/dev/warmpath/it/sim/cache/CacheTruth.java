package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * Exactly what a rank holds at one moment.
 *
 * @param blocks for each tier the blocks, in the router's own identity; one that lies twice in memory is listed once
 * @param doubtful those of them that a listener to the events cannot be expected to know: one of two copies was removed,
 *     which is announced like the removal of the last, or the block was announced as the child of such a one
 */
public record CacheTruth(Map<Tier, Set<Long>> blocks, Set<Long> doubtful) {

    /** Of a cache that holds nothing twice. */
    public CacheTruth(Map<Tier, Set<Long>> blocks) {
        this(blocks, Set.of());
    }

    public CacheTruth {
        doubtful = Set.copyOf(doubtful);
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

    public Set<Long> disk() {
        return in(Tier.DISK);
    }

    private Set<Long> in(Tier tier) {
        return blocks.getOrDefault(tier, Set.of());
    }
}

package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import java.util.ArrayList;
import java.util.List;

/** Changes that are not announced yet. */
final class ChangeLog {

    private List<CacheChange> changes = new ArrayList<>();

    void stored(List<BlockContent> blocks, Tier tier) {
        changes.add(new CacheChange.Stored(blocks, tier));
    }

    void removed(List<Digest> digests, Tier tier) {
        changes.add(new CacheChange.Removed(digests, tier));
    }

    void cleared() {
        changes.add(new CacheChange.Cleared());
    }

    List<CacheChange> drain() {
        if (changes.isEmpty()) {
            return List.of();
        }
        List<CacheChange> drained = changes;
        changes = new ArrayList<>();
        return drained;
    }
}

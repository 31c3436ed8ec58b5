package dev.warmpath.it.truth;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.router.fleet.Worker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Where a router's index differs from an engine's caches, per rank and tier. */
public final class IndexTruth {

    private IndexTruth() {}

    /**
     * In words, one entry for each rank and tier that differs; empty when the index is right. To be asked when nothing
     * runs on the engine and its events have arrived.
     *
     * @param believed the engine's ranks as the router sees them, in rank order
     */
    public static List<String> differences(SimEngine engine, List<Worker.Rank> believed) {
        return compare(engine, believed, false);
    }

    /** The same, but blocks that are held and not indexed do not count. */
    public static List<String> phantoms(SimEngine engine, List<Worker.Rank> believed) {
        return compare(engine, believed, true);
    }

    private static List<String> compare(SimEngine engine, List<Worker.Rank> believed, boolean phantomsOnly) {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < believed.size(); i++) {
            Worker.Rank rank = believed.get(i);
            var held = engine.rank(i).truth().blocks();
            for (Tier tier : Tier.values()) {
                Set<Long> index =
                        LongStream.of(rank.index().hashes(tier)).boxed().collect(Collectors.toSet());
                Set<Long> cache = held.getOrDefault(tier, Set.of());
                if (phantomsOnly ? without(index, cache) > 0 : !index.equals(cache)) {
                    differences.add(rank.candidate().target() + " " + tier + ": " + without(cache, index)
                            + " blocks held and not indexed, " + without(index, cache)
                            + " indexed and not held, stream "
                            + rank.feed().state());
                }
            }
        }
        return differences;
    }

    private static int without(Set<Long> these, Set<Long> those) {
        Set<Long> left = new HashSet<>(these);
        left.removeAll(those);
        return left.size();
    }
}

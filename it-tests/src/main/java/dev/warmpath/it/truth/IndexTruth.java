package dev.warmpath.it.truth;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.cache.CacheTruth;
import dev.warmpath.router.fleet.worker.Worker;
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
     * In words, one entry for each rank and tier that differs; empty when the index is right: it knows of nothing that is
     * not held, and of everything that is held, but for what no listener can know ({@link CacheTruth#doubtful}). To be
     * asked when nothing runs on the engine and its events have arrived.
     *
     * @param believed the engine's ranks as the router sees them, in rank order
     */
    public static List<String> differences(SimEngine engine, List<Worker.Rank> believed) {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < believed.size(); i++) {
            Worker.Rank rank = believed.get(i);
            CacheTruth truth = engine.rank(i).truth();
            for (Tier tier : Tier.values()) {
                Set<Long> index =
                        LongStream.of(rank.index().hashes(tier)).boxed().collect(Collectors.toSet());
                Set<Long> held = truth.blocks().getOrDefault(tier, Set.of());
                Set<Long> known = new HashSet<>(index);
                known.addAll(truth.doubtful());
                int missing = without(held, known);
                int phantoms = without(index, held);
                if (missing + phantoms > 0) {
                    differences.add(rank.candidate().target() + " " + tier + ": " + missing
                            + " blocks held and not indexed, " + phantoms + " indexed and not held, stream "
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

package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndex;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What a rule may look at.
 *
 * @param blockSize tokens per block, of all ranks
 * @param index of what the ranks' events told so far
 * @param prefill ranks in the order of their numbers
 * @param decode likewise
 * @param nanoClock the run's clock
 */
public record RouterView(
        int blockSize, PrefixIndex index, List<RankIndex> prefill, List<RankIndex> decode, LongSupplier nanoClock) {}

package dev.warmpath.it.sim.cache;

import static dev.warmpath.it.sim.cache.Chains.BLOCK;
import static dev.warmpath.it.sim.cache.Chains.blocks;
import static dev.warmpath.it.sim.cache.Chains.run;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store behind an engine's memory that the next engine finds. */
class LowerTierTest {

    private static final int DISK_BLOCKS = 64;

    private final LowerTier disk = new LowerTier(Tier.DISK, DISK_BLOCKS);

    private KvCache cache(Engine engine) {
        return KvCache.of(engine, CacheOptions.defaults().withBlockSize(BLOCK).withBlocks(16), disk);
    }

    private static int serve(KvCache cache, TokenChain chain) {
        Holding holding = requireNonNull(cache.admit(chain));
        cache.cover(holding, chain.length());
        cache.prefillFinished(holding);
        cache.release(holding, chain.length());
        return holding.cachedTokens();
    }

    private static List<CacheChange.Stored> stores(KvCache cache, Tier tier) {
        return cache.drain().stream()
                .filter(CacheChange.Stored.class::isInstance)
                .map(CacheChange.Stored.class::cast)
                .filter(stored -> stored.tier() == tier)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void nextEngineServesFromItAndStoresNothingAgain(Engine engine) {
        serve(cache(engine), run(1, 16));
        assertThat(disk.use()).isEqualTo(new TierUse(Tier.DISK, 4, 0, 4));

        KvCache next = cache(engine);
        assertThat(next.truth().device()).isEmpty();
        assertThat(next.truth().disk()).isEqualTo(blocks(run(1, 16), 4));
        next.drain();

        assertThat(serve(next, run(1, 16))).isEqualTo(3 * BLOCK);

        assertThat(disk.use()).isEqualTo(new TierUse(Tier.DISK, 4, 3, 4));
        assertThat(stores(next, Tier.DISK)).isEmpty();
        assertThat(next.truth().device()).isEqualTo(blocks(run(1, 16), 4));
    }

    @Test
    void whatIsFoundIsAnnouncedParentsFirstInRunsOfOnePrompt() {
        KvCache first = cache(Engine.VLLM);
        serve(first, run(1, 8));
        serve(first, run(101, 16));
        serve(first, run(1, 16));

        List<CacheChange.Stored> found = stores(cache(Engine.VLLM), Tier.DISK);

        Set<Digest> told = new HashSet<>();
        List<Long> own = new ArrayList<>();
        for (CacheChange.Stored stored : found) {
            Digest before = stored.blocks().get(0).parent();
            assertThat(before == null || told.contains(before)).isTrue();
            for (BlockContent block : stored.blocks()) {
                assertThat(block.parent()).isEqualTo(before);
                before = block.digest();
                told.add(before);
                own.add(block.own());
            }
        }
        assertThat(own).doesNotHaveDuplicates();
        assertThat(new HashSet<>(own)).isEqualTo(disk.truth());
        assertThat(found).hasSize(2);
    }

    @Test
    void requestThatFindsNoMemoryReadsNothing() {
        serve(cache(Engine.SGLANG), run(1, 16));
        KvCache next = cache(Engine.SGLANG);
        Holding all = requireNonNull(next.admit(run(201, 64)));

        assertThat(next.admit(run(1, 16))).isNull();
        assertThat(disk.use().readBlocks()).isZero();

        next.release(all, 0);
        assertThat(next.admit(run(1, 16))).isNotNull();
        assertThat(disk.use().readBlocks()).isEqualTo(3);
    }
}

package dev.warmpath.it.sim.cache;

import static dev.warmpath.it.sim.cache.Chains.BLOCK;
import static dev.warmpath.it.sim.cache.Chains.blocks;
import static dev.warmpath.it.sim.cache.Chains.run;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** SGLang's radix cache: when it stores, how it splits, what it evicts. */
class RadixCacheTest {

    private static final long SEED = 4_711;

    private final KvCache cache = cache(12, 0);

    private static KvCache cache(int blocks, int hostBlocks) {
        return KvCache.of(
                Engine.SGLANG,
                CacheOptions.defaults().withBlockSize(BLOCK).withBlocks(blocks).withHostBlocks(hostBlocks));
    }

    private static int serve(KvCache cache, TokenChain chain) {
        Holding holding = requireNonNull(cache.admit(chain));
        cache.cover(holding, chain.length());
        cache.prefillFinished(holding);
        cache.release(holding, chain.length());
        return holding.cachedTokens();
    }

    private int serve(TokenChain chain) {
        return serve(cache, chain);
    }

    private List<List<Digest>> removals() {
        return cache.drain().stream()
                .filter(CacheChange.Removed.class::isInstance)
                .map(change -> ((CacheChange.Removed) change).digests())
                .toList();
    }

    @Test
    void burstOfEqualPromptsMissesUntilTheFirstPrefillHasFinished() {
        Holding first = requireNonNull(cache.admit(run(1, 16)));
        Holding second = requireNonNull(cache.admit(run(1, 16)));
        cache.cover(first, 16);
        assertThat(cache.drain()).isEmpty();
        assertThat(second.cachedTokens()).isZero();

        cache.prefillFinished(first);
        cache.prefillFinished(second);

        assertThat(cache.drain()).hasSize(1);
        assertThat(cache.inUse()).as("the second lets go of its copies").isEqualTo(4);
        assertThat(serve(run(1, 16))).isEqualTo(12);
    }

    @Test
    void promptsThatPartShareTheirBeginning() {
        int[] tokens = IntStream.rangeClosed(1, 16).toArray();
        serve(Chains.of(CacheNamespace.PLAIN, tokens));
        tokens[9] = 99;

        assertThat(serve(Chains.of(CacheNamespace.PLAIN, tokens))).isEqualTo(8);
        assertThat(cache.truth().device()).hasSize(6);
    }

    @Test
    void wholeLeavesAreEvictedTheLongestUnusedFirst() {
        TokenChain old = run(1, 16);
        TokenChain recent = run(101, 16);
        serve(old);
        serve(recent);
        serve(run(1, 16));
        cache.drain();

        serve(run(201, 24));

        assertThat(removals())
                .containsExactly(IntStream.range(0, 4)
                        .mapToObj(i -> recent.block(i).digest())
                        .toList());
        assertThat(cache.truth().device()).containsAll(blocks(old, 4));
    }

    @Test
    void nodesOfRunningRequestsStay() {
        Holding held = requireNonNull(cache.admit(run(1, 16)));
        cache.prefillFinished(held);

        assertThat(cache.admit(run(101, 36))).isNull();
        assertThat(serve(run(201, 32))).isZero();

        assertThat(cache.truth().device()).containsAll(blocks(run(1, 16), 4));
    }

    @Test
    void prefillThatDidNotFinishLeavesNothing() {
        Holding aborted = requireNonNull(cache.admit(run(1, 16)));
        cache.cover(aborted, 8);

        cache.release(aborted, 0);

        assertThat(cache.truth().device()).isEmpty();
        assertThat(cache.inUse()).isZero();
    }

    @Test
    void longRunsAreAnnouncedInPartsOfSixtyFourPages() {
        KvCache large = cache(200, 0);
        serve(large, run(1, 150 * BLOCK));

        assertThat(large.drain())
                .extracting(change -> ((CacheChange.Stored) change).blocks().size())
                .containsExactly(64, 64, 22);
    }

    @Test
    void hostTierIsWrittenAfterTheDeviceAndOutlivesIt() {
        KvCache tiered = cache(4, 6);
        serve(tiered, run(1, 16));
        serve(tiered, run(101, 16));

        assertThat(tiered.drain())
                .extracting(change -> change instanceof CacheChange.Stored stored
                        ? "stored " + stored.tier()
                        : "removed " + ((CacheChange.Removed) change).tier())
                .containsExactly(
                        "stored " + Tier.DEVICE,
                        "stored " + Tier.HOST,
                        "removed " + Tier.DEVICE,
                        "stored " + Tier.DEVICE,
                        "stored " + Tier.HOST,
                        "removed " + Tier.HOST);
        assertThat(tiered.truth().host()).hasSize(6);
    }

    /** Whatever comes and goes, pages are neither lost nor invented. */
    @Test
    void memoryAddsUp() {
        Random random = new Random(SEED);
        List<Holding> running = new ArrayList<>();
        List<TokenChain> chains = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            if (running.size() < 3 && random.nextBoolean()) {
                TokenChain chain = run(1 + 100 * random.nextInt(3), 1 + random.nextInt(24));
                Holding holding = cache.admit(chain);
                if (holding != null) {
                    running.add(holding);
                    chains.add(chain);
                    cache.prefillFinished(holding);
                }
            } else if (!running.isEmpty()) {
                int victim = random.nextInt(running.size());
                TokenChain chain = chains.get(victim);
                if (random.nextBoolean() && cache.grow(running.get(victim), chain.length() + 1)) {
                    chain.append(random.nextInt(3));
                } else {
                    cache.release(running.remove(victim), chains.remove(victim).length() - random.nextInt(2));
                }
            }
            assertThat(cache.inUse()).as("step %d, seed %d", step, SEED).isBetween(0, 12);
            assertThat(cache.truth().device()).hasSizeLessThanOrEqualTo(12);
        }
        for (int i = 0; i < running.size(); i++) {
            cache.release(running.get(i), chains.get(i).length());
        }
        assertThat(cache.inUse()).isZero();
        assertThat(requireNonNull(cache.admit(run(9_000, 12 * BLOCK))).cachedTokens())
                .as("all of it can be had again")
                .isZero();
    }
}
